import { randomBytes } from "node:crypto";
import { once } from "node:events";
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

const temporaryFiles = () => readdirSync(env.DATA_DIR).filter((name) => name.startsWith(".temporary"));

test("serves many readers at once, compressed or not, and lets them finish after it is discarded", async () => {
  let written = "";
  for await (const part of parts()) written += part;
  const file = await temporaryFile(parts());
  const { plain, gzip } = await file.completed;
  expect(temporaryFiles()).toEqual([]);
  expect(plain).toBe(Buffer.byteLength(written));
  const readers = Array.from({ length: 20 }, () => text(file.read("plain")));
  const compressed = buffer(file.read("gzip"));
  file.read("plain").destroy();
  file.discard();
  expect(new Set(await Promise.all(readers))).toEqual(new Set([written]));
  expect((await compressed).length).toBe(gzip);
  expect(gunzipSync(await compressed).toString()).toBe(written);
});

test("can be read while it is written: readers get the first parts at once, and the rest as it follows", async () => {
  const { promise: rest, resolve: goOn } = Promise.withResolvers<void>();
  // Random data, because gzip emits its first bytes only after some thousands.
  const begin = randomBytes(100_000).toString("hex");
  async function* halting() {
    yield begin;
    await rest;
    yield "the end";
  }
  const file = await temporaryFile(halting());
  const reader = file.read("plain");
  const [first] = await once(reader, "data");
  expect(begin.startsWith(String(first))).toBe(true);
  const another = text(file.read("plain"));
  file.discard();
  goOn();
  expect(String(first) + (await text(reader))).toBe(`${begin}the end`);
  expect(await another).toBe(`${begin}the end`);
});

test("fails for all readers if a part cannot be made, and leaves no file behind", async () => {
  async function* broken() {
    yield "A part";
    await setImmediate();
    throw new Error("The database is away");
  }
  const file = await temporaryFile(broken());
  const reader = text(file.read("gzip"));
  await expect(file.completed).rejects.toThrow("The database is away");
  await expect(reader).rejects.toThrow("The database is away");
  file.discard();
  expect(temporaryFiles()).toEqual([]);
});
