import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { type S3Server, startS3 } from "../../test/support/s3";
import { s3Store } from "./storage.s3.server";
import type { Store } from "./store.server";

let server: S3Server;
let store: Store;

beforeAll(async () => {
  server = await startS3({ page: 2 });
  store = storeWith({});
});
beforeEach(() => void vi.spyOn(log, "error").mockReturnValue(undefined));
afterEach(() => {
  server.fail(null);
  server.objects.clear();
  server.requests.length = 0;
  vi.mocked(log.error).mockRestore();
});
afterAll(() => server.stop());

function storeWith(
  changes: { endpoint?: string; bucket?: string; secretAccessKey?: string },
  options?: { silenceMs?: number; partBytes?: number },
): Store {
  const {
    S3_ENDPOINT = "",
    S3_REGION = "",
    S3_BUCKET = "",
    S3_ACCESS_KEY_ID = "",
    S3_SECRET_ACCESS_KEY = "",
  } = server.env;
  return s3Store(
    {
      endpoint: S3_ENDPOINT,
      region: S3_REGION,
      bucket: S3_BUCKET,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
      ...changes,
    },
    options,
  );
}

function file(content: string): string {
  const path = join(env.DATA_DIR, "to-store");
  writeFileSync(path, content);
  return path;
}

const putText = (key: string, content: string) => store.put([{ key, path: file(content) }]);
const readText = async (key: string) => {
  const storedFile = await store.get(key);
  return storedFile && { bytes: storedFile.bytes, text: (await buffer(storedFile.stream)).toString() };
};
const listKeys = async (prefix: string) => {
  const keys: string[] = [];
  for await (const page of store.list(prefix)) keys.push(...page);
  return keys;
};
const UNAVAILABLE = { problem: "unavailable", retryAfter: 10 };

test("a bucket stores, reads, lists and removes a file", async () => {
  await putText("uploads/ab/one.webp", "content");
  expect(await readText("uploads/ab/one.webp")).toEqual({ bytes: 7, text: "content" });
  const head = await store.head("uploads/ab/one.webp");
  expect(head?.bytes).toBe(7);
  expect(head?.ageMs).toBeLessThan(60_000);
  for (const key of ["uploads/ab/two.webp", "uploads/cd/three.webp", "uploads/ab/four.webp", "imports/x"])
    await putText(key, "x");
  expect(await listKeys("uploads/")).toEqual(
    ["ab/four", "ab/one", "ab/two", "cd/three"].map((name) => `uploads/${name}.webp`),
  );
  await store.remove("uploads/ab/one.webp");
  await store.remove("uploads/ab/one.webp");
  expect(await readText("uploads/ab/one.webp")).toBeNull();
  expect(await store.head("uploads/ab/one.webp")).toBeNull();
  expect(await listKeys("nothing/")).toEqual([]);
});

test("a large file is uploaded in parts, each part is retried, and the parts are removed if the upload fails", async () => {
  const storeWithParts = storeWith({}, { partBytes: 10 });
  const putInParts = (key: string, content: string) => storeWithParts.put([{ key, path: file(content) }]);
  await putInParts("backups/large", "twenty-five bytes of text");
  expect(await readText("backups/large")).toEqual({ bytes: 25, text: "twenty-five bytes of text" });
  expect(server.requests.filter((request) => request.startsWith("PUT"))).toHaveLength(3);
  server.fail(503, 2);
  await putInParts("backups/again", "twenty bytes of text");
  expect((await readText("backups/again"))?.text).toBe("twenty bytes of text");
  server.failParts(true);
  await expect(putInParts("backups/never", "twenty bytes of text")).rejects.toMatchObject(UNAVAILABLE);
  server.failParts(false);
  expect(await readText("backups/never")).toBeNull();
  expect(server.countUnfinishedUploads()).toBe(0);
  await putText("imports/empty", "");
  expect(await readText("imports/empty")).toEqual({ bytes: 0, text: "" });
});

test("the store retries after busy answers and broken connections", async () => {
  for (const failure of [503, 429, "cut"] as const) {
    server.fail(failure, 2);
    await putText(`imports/${failure}`, "content");
    server.fail(failure === "cut" ? 503 : failure, 2);
    expect((await readText(`imports/${failure}`))?.text).toBe("content");
  }
});

test("a service that fails, refuses or is another one counts as unavailable", async () => {
  await putText("imports/x", "content");
  for (const failure of [503, 500, 403] as const) {
    server.fail(failure);
    server.requests.length = 0;
    await expect(store.get("imports/x")).rejects.toMatchObject(UNAVAILABLE);
    expect(server.requests).toHaveLength(failure === 403 ? 1 : 3);
    await expect(putText("imports/y", "x")).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.head("imports/x")).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.remove("imports/x")).rejects.toMatchObject(UNAVAILABLE);
    await expect(listKeys("imports/")).rejects.toMatchObject(UNAVAILABLE);
  }
  server.fail(null);
  const wrongOptions = [{ secretAccessKey: "wrong" }, { bucket: "other" }, { endpoint: "http://127.0.0.1:9" }];
  for (const wrongOption of wrongOptions)
    await expect(storeWith(wrongOption).get("imports/x")).rejects.toMatchObject(UNAVAILABLE);
  expect(vi.mocked(log.error).mock.calls.map(([fields]) => fields)).toContainEqual({
    status: 403,
    code: "SignatureDoesNotMatch",
  });
  expect((await readText("imports/x"))?.text).toBe("content");
});

test("the store gives up on a service that does not answer", async () => {
  server.fail("silent");
  await expect(storeWith({}, { silenceMs: 50 }).head("imports/x")).rejects.toMatchObject(UNAVAILABLE);
  expect(server.requests).toHaveLength(3);
});

test("the store throws if an object breaks off, instead of returning a shorter file", async () => {
  await putText("imports/x", "content".repeat(10_000));
  server.fail("cut", 1);
  const storedFile = await store.get("imports/x");
  await expect(buffer(storedFile?.stream as NodeJS.ReadableStream)).rejects.toMatchObject(UNAVAILABLE);
  server.fail("cut", 1);
  await expect(listKeys("imports/")).rejects.toMatchObject(UNAVAILABLE);
});

test("the store throws for answers that no S3 service gives, instead of taking a file as stored or a bucket as empty", async () => {
  await putText("imports/x", "content");
  server.fail(404);
  await expect(putText("imports/y", "x")).rejects.toMatchObject(UNAVAILABLE);
  await expect(listKeys("imports/")).rejects.toMatchObject(UNAVAILABLE);
  server.fail("page");
  await expect(listKeys("imports/")).rejects.toMatchObject(UNAVAILABLE);
  await expect(store.get("imports/x")).rejects.toMatchObject(UNAVAILABLE);
});
