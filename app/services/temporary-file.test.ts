import { readdirSync } from "node:fs";
import { buffer, text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { env } from "~/env.server";
import { temporaryFile } from "./temporary-file.server";

async function* parts() {
  for (let part = 0; part < 1_000; part++) yield `Part ${part} — ${"é".repeat(500)}\n`;
}

const left = () => readdirSync(env.DATA_DIR).filter((name) => name.startsWith(".temporary"));

test("has many readers at once, compressed or not, and one who began goes on after it was discarded", async () => {
  let written = "";
  for await (const part of parts()) written += part;
  const file = await temporaryFile(parts());
  expect(left()).toEqual([]);
  expect(file.bytes.plain).toBe(Buffer.byteLength(written));
  const readers = Array.from({ length: 20 }, () => text(file.read("plain")));
  const compressed = buffer(file.read("gzip"));
  file.read("plain").destroy();
  file.discard();
  expect(new Set(await Promise.all(readers))).toEqual(new Set([written]));
  expect((await compressed).length).toBe(file.bytes.gzip);
  expect(gunzipSync(await compressed).toString()).toBe(written);
});

test("is not there when its parts cannot be made", async () => {
  async function* broken() {
    yield "A part";
    await setImmediate();
    throw new Error("The database is away");
  }
  await expect(temporaryFile(broken())).rejects.toThrow("The database is away");
  expect(left()).toEqual([]);
});
