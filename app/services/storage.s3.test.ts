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

const put = (key: string, content: string) => store.put([{ key, path: file(content) }]);
const read = async (key: string) => {
  const storedFile = await store.get(key);
  return storedFile && { bytes: storedFile.bytes, text: (await buffer(storedFile.stream)).toString() };
};
const listed = async (prefix: string) => {
  const keys: string[] = [];
  for await (const page of store.list(prefix)) keys.push(...page);
  return keys;
};
const AWAY = { problem: "unavailable", retryAfter: 10 };

test("a file is put, found, read, listed and removed", async () => {
  await put("uploads/ab/one.webp", "content");
  expect(await read("uploads/ab/one.webp")).toEqual({ bytes: 7, text: "content" });
  const head = await store.head("uploads/ab/one.webp");
  expect(head?.bytes).toBe(7);
  expect(head?.ageMs).toBeLessThan(60_000);
  for (const key of ["uploads/ab/two.webp", "uploads/cd/three.webp", "uploads/ab/four.webp", "imports/x"])
    await put(key, "x");
  expect(await listed("uploads/")).toEqual(
    ["ab/four", "ab/one", "ab/two", "cd/three"].map((name) => `uploads/${name}.webp`),
  );
  await store.remove("uploads/ab/one.webp");
  await store.remove("uploads/ab/one.webp");
  expect(await read("uploads/ab/one.webp")).toBeNull();
  expect(await store.head("uploads/ab/one.webp")).toBeNull();
  expect(await listed("nothing/")).toEqual([]);
});

test("a file larger than a part goes in parts, tried again one by one, and leaves none of them when it fails", async () => {
  const inParts = storeWith({}, { partBytes: 10 });
  const send = (key: string, content: string) => inParts.put([{ key, path: file(content) }]);
  await send("backups/large", "twenty-five bytes of text");
  expect(await read("backups/large")).toEqual({ bytes: 25, text: "twenty-five bytes of text" });
  expect(server.requests.filter((request) => request.startsWith("PUT"))).toHaveLength(3);
  server.fail(503, 2);
  await send("backups/again", "twenty bytes of text");
  expect((await read("backups/again"))?.text).toBe("twenty bytes of text");
  server.failParts(true);
  await expect(send("backups/never", "twenty bytes of text")).rejects.toMatchObject(AWAY);
  server.failParts(false);
  expect(await read("backups/never")).toBeNull();
  expect(server.unfinished()).toBe(0);
  await put("imports/empty", "");
  expect(await read("imports/empty")).toEqual({ bytes: 0, text: "" });
});

test("busy answers and broken connections are tried again", async () => {
  for (const failure of [503, 429, "cut"] as const) {
    server.fail(failure, 2);
    await put(`imports/${failure}`, "content");
    server.fail(failure === "cut" ? 503 : failure, 2);
    expect((await read(`imports/${failure}`))?.text).toBe("content");
  }
});

test("a store that stays away, refuses or is another one is said to be unavailable", async () => {
  await put("imports/x", "content");
  for (const failure of [503, 500, 403] as const) {
    server.fail(failure);
    server.requests.length = 0;
    await expect(store.get("imports/x")).rejects.toMatchObject(AWAY);
    expect(server.requests).toHaveLength(failure === 403 ? 1 : 3);
    await expect(put("imports/y", "x")).rejects.toMatchObject(AWAY);
    await expect(store.head("imports/x")).rejects.toMatchObject(AWAY);
    await expect(store.remove("imports/x")).rejects.toMatchObject(AWAY);
    await expect(listed("imports/")).rejects.toMatchObject(AWAY);
  }
  server.fail(null);
  const wrongOptions = [{ secretAccessKey: "wrong" }, { bucket: "other" }, { endpoint: "http://127.0.0.1:9" }];
  for (const wrong of wrongOptions) await expect(storeWith(wrong).get("imports/x")).rejects.toMatchObject(AWAY);
  expect(vi.mocked(log.error).mock.calls.map(([about]) => about)).toContainEqual({
    status: 403,
    code: "SignatureDoesNotMatch",
  });
  expect((await read("imports/x"))?.text).toBe("content");
});

test("a store that says nothing is given up", async () => {
  server.fail("silent");
  await expect(storeWith({}, { silenceMs: 50 }).head("imports/x")).rejects.toMatchObject(AWAY);
  expect(server.requests).toHaveLength(3);
});

test("an object that breaks off is an error, never a shorter file", async () => {
  await put("imports/x", "content".repeat(10_000));
  server.fail("cut", 1);
  const storedFile = await store.get("imports/x");
  await expect(buffer(storedFile?.stream as NodeJS.ReadableStream)).rejects.toMatchObject(AWAY);
  server.fail("cut", 1);
  await expect(listed("imports/")).rejects.toMatchObject(AWAY);
});

test("what no store says is no answer: a file is not stored, and a store is not empty", async () => {
  await put("imports/x", "content");
  server.fail(404);
  await expect(put("imports/y", "x")).rejects.toMatchObject(AWAY);
  await expect(listed("imports/")).rejects.toMatchObject(AWAY);
  server.fail("page");
  await expect(listed("imports/")).rejects.toMatchObject(AWAY);
  await expect(store.get("imports/x")).rejects.toMatchObject(AWAY);
});
