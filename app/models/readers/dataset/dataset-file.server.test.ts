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

test("reliability 10 a reader who waited long enough gets the file while it is written, and later readers also get its length", async () => {
  const impatientReader = await datasetFile("csv", ORIGIN, { maxWaitMs: 0 });
  expect(impatientReader.file?.bytes).toBeNull();
  const [csv, gzipped] = await Promise.all([
    text(impatientReader.file!.read("plain")),
    buffer(impatientReader.file!.read("gzip")),
  ]);
  expect(csv).toContain("id,url,name");
  expect(gunzipSync(gzipped).toString()).toBe(csv);
  const patientReader = await datasetFile("csv", ORIGIN, { maxWaitMs: 60_000 });
  expect(patientReader.version).toBe(impatientReader.version);
  expect(patientReader.file?.bytes).toEqual({ plain: Buffer.byteLength(csv), gzip: gzipped.length });
});

test("the dataset under another Host is made for that request alone, and no later reader gets its addresses", async () => {
  const foreignDataset = await datasetFile("jsonld", "https://strange.example");
  expect(foreignDataset.file).toBeNull();
  expect((await datasetFile("jsonld", ORIGIN)).file).not.toBeNull();
});
