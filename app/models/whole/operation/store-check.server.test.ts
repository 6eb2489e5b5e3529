import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { eventually } from "../../../../test/support/eventually";
import { type S3Server, startS3 } from "../../../../test/support/s3";

const MARKER = "uploads/site-id";
let server: S3Server;
let storeCheck: typeof import("./store-check.server");
let database: typeof import("~/db.server");

beforeAll(async () => {
  server = await startS3();
  Object.assign(process.env, server.env);
  [storeCheck, database] = [await import("./store-check.server"), await import("~/db.server")];
  await database.migrate(database.db);
});
afterAll(() => server.stop());

const readStoreCursor = async () => {
  const row = database.db.selectFrom("cursors").select("value").where("name", "=", "store");
  return JSON.parse((await row.executeTakeFirst())?.value ?? "null");
};
const putMarker = (content: string) =>
  server.objects.set(MARKER, { bytes: Buffer.from(content), modifiedAt: new Date() });

test("marks a new store as this site's, and recognises it afterwards", async () => {
  await storeCheck.checkStore();
  const { siteId } = await readStoreCursor();
  expect(server.objects.get(MARKER)?.bytes.toString()).toBe(`${siteId}\n`);
  await storeCheck.checkStore();
  expect((await readStoreCursor()).siteId).toBe(siteId);
});

test("refuses the store of another site, and a store that lost its marker, with one sentence", async () => {
  const { siteId } = await readStoreCursor();
  putMarker("another");
  await expect(storeCheck.checkStore()).rejects.toThrow(
    /holds the files of another site.*is another, not [0-9a-z]{16}\)/,
  );
  server.objects.delete(MARKER);
  await expect(storeCheck.checkStore()).rejects.toThrow(`with the text ${siteId} there.`);
  expect(server.objects.size).toBe(0);
});

test("refuses a new database at another site's store, and allows a site to move to a new store", async () => {
  putMarker((await readStoreCursor()).siteId);
  await database.db.deleteFrom("cursors").where("name", "=", "store").execute();
  await expect(storeCheck.checkStore()).rejects.toThrow("not of this database");
  const value = JSON.stringify({ siteId: "of-this-site", place: "disk" });
  await database.db.insertInto("cursors").values({ name: "store", value }).execute();
  server.objects.delete(MARKER);
  await storeCheck.checkStore();
  expect(server.objects.get(MARKER)?.bytes.toString()).toBe("of-this-site\n");
  expect((await readStoreCursor()).place).toBe(`${server.env.S3_ENDPOINT}/files`);
});

test("an unavailable store does not prevent a start, and is checked later", async () => {
  const { log } = await import("~/log.server");
  const spies = [vi.spyOn(log, "error"), vi.spyOn(log, "warn")];
  for (const spy of spies) spy.mockReturnValue(undefined);
  server.fail(403);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await storeCheck.checkStore();
  server.fail(null);
  server.requests.length = 0;
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  await eventually(() => expect(server.requests).toHaveLength(1));
  for (const spy of spies) spy.mockRestore();
});
