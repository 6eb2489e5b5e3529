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

test("10 whoever has waited long enough for the file is sent its parts, and the next ones the file", async () => {
  const late = await datasetFile("csv", ORIGIN, { patienceMs: 0 });
  expect(late.file).toBeNull();
  const parts: string[] = [];
  for await (const part of late.parts()) parts.push(part);
  expect(parts.join("")).toContain("id,url,name");
  const next = await datasetFile("csv", ORIGIN, { patienceMs: 60_000 });
  expect(next.version).toBe(late.version);
  expect(next.file?.bytes.plain).toBe(Buffer.byteLength(parts.join("")));
});
