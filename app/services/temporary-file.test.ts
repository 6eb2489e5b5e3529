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

test("a temporary file serves many readers at once, compressed or not, and lets them finish after it is discarded", async () => {
  let wholeText = "";
  for await (const part of parts()) wholeText += part;
  const file = await temporaryFile(parts());
  const { plain, gzip } = await file.completed;
  expect(temporaryFiles()).toEqual([]);
  expect(plain).toBe(Buffer.byteLength(wholeText));
  const readers = Array.from({ length: 20 }, () => text(file.read("plain")));
  const gzipContent = buffer(file.read("gzip"));
  file.read("plain").destroy();
  file.discard();
  expect(new Set(await Promise.all(readers))).toEqual(new Set([wholeText]));
  expect((await gzipContent).length).toBe(gzip);
  expect(gunzipSync(await gzipContent).toString()).toBe(wholeText);
});

test("a temporary file can be read while it is written: readers get the first parts at once, and the rest as it follows", async () => {
  const { promise: secondPart, resolve: releaseSecondPart } = Promise.withResolvers<void>();
  // Random data, because gzip emits its first bytes only after some thousands.
  const beginning = randomBytes(100_000).toString("hex");
  async function* haltingParts() {
    yield beginning;
    await secondPart;
    yield "the end";
  }
  const file = await temporaryFile(haltingParts());
  const reader = file.read("plain");
  const [firstPiece] = await once(reader, "data");
  expect(beginning.startsWith(String(firstPiece))).toBe(true);
  const laterText = text(file.read("plain"));
  file.discard();
  releaseSecondPart();
  expect(String(firstPiece) + (await text(reader))).toBe(`${beginning}the end`);
  expect(await laterText).toBe(`${beginning}the end`);
});

test("a temporary file fails for all readers if a part cannot be made, and leaves no file behind", async () => {
  async function* brokenParts() {
    yield "A part";
    await setImmediate();
    throw new Error("The database is away");
  }
  const file = await temporaryFile(brokenParts());
  const reader = text(file.read("gzip"));
  await expect(file.completed).rejects.toThrow("The database is away");
  await expect(reader).rejects.toThrow("The database is away");
  file.discard();
  expect(temporaryFiles()).toEqual([]);
});
