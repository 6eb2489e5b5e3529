import { buffer, text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { datasetFile } from "./dataset-file.server";

const ORIGIN = "https://life.example";
const { SITE_URL } = env;
beforeEach(() => {
  env.SITE_URL = ORIGIN;
});
afterEach(() => {
  env.SITE_URL = SITE_URL;
});

test("10 whoever has waited long enough for the file reads it as it grows, and the next ones learn its length", async () => {
  const late = await datasetFile("csv", ORIGIN, { patienceMs: 0 });
  expect(late.file?.bytes).toBeNull();
  const [followed, compressed] = await Promise.all([text(late.file!.read("plain")), buffer(late.file!.read("gzip"))]);
  expect(followed).toContain("id,url,name");
  expect(gunzipSync(compressed).toString()).toBe(followed);
  const next = await datasetFile("csv", ORIGIN, { patienceMs: 60_000 });
  expect(next.version).toBe(late.version);
  expect(next.file?.bytes).toEqual({ plain: Buffer.byteLength(followed), gzip: compressed.length });
});
