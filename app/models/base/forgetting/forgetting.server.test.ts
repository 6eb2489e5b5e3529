import { afterEach, expect, test } from "vitest";
import { db, indexImage, unindexImage } from "~/db.server";
import { env } from "~/env.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { deleteImage, removeUnused } from "~/models/editing/images/admin-list.server";
import { saveToLibrary, unsaveImage } from "~/models/editing/library/write.server";
import { storeImage } from "~/models/records/images/images.server";
import { addMember } from "../../../../test/support/members";
import { testImage } from "../../../../test/support/test-images";
import { tracesOf } from "../../../../test/support/traces";
import { forgetEarlierDeletions, startForgetting } from "./forgetting.server";

/** A word in letters that no other text of these tests contains. */
const WORD = "ჰჯყწჭხ";

const cursors = () => db.selectFrom("cursors").select("name").where("name", "like", "forgetting%").orderBy("name");
const readCursors = async () => (await cursors().execute()).map(({ name }) => name);
const clearCursors = () => db.deleteFrom("cursors").where("name", "like", "forgetting%").execute();
afterEach(clearCursors);

test("32 the first start after the upgrade erases earlier deletions from the files, once", async () => {
  const row = { rowId: 1, name: WORD, alt: "", prompt: "" };
  await db.transaction().execute((tx) => indexImage(tx, row));
  await db.transaction().execute((tx) => unindexImage(tx, row.rowId));
  await forgetEarlierDeletions({ isNew: false });
  expect(await readCursors()).toEqual(["forgetting", "forgetting since"]);
  const loop = startForgetting();
  loop.wake();
  await expect.poll(readCursors).toEqual(["forgetting since"]);
  await loop.stop();
  expect(await tracesOf(env.DATA_DIR, WORD)).toEqual([]);
  await forgetEarlierDeletions({ isNew: false });
  expect(await readCursors()).toEqual(["forgetting since"]);
});

test("32 a new database overwrites nothing", async () => {
  await forgetEarlierDeletions({ isNew: true });
  await forgetEarlierDeletions({ isNew: false });
  expect(await readCursors()).toEqual(["forgetting since"]);
});

test("32 deleting an image, removing unused images, and taking an image out of the library request that its words are overwritten", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  const store = async () => storeImage(admin, await testImage("png", 300, 200), { name: "a.png", origin: "upload" });
  const [deletedImage, unusedImage, libraryImage] = [await store(), await store(), await store()];
  await deleteImage(admin, { id: deletedImage.id });
  expect(await readCursors()).toEqual(["forgetting"]);
  await clearCursors();
  await removeUnused(admin, { id: ["unknown"] });
  expect(await readCursors()).toEqual([]);
  await removeUnused(admin, { id: [unusedImage.id] });
  expect(await readCursors()).toEqual(["forgetting"]);
  await clearCursors();
  const entry = { expertRowId: null, expertName: WORD, size: "", createdBy: admin.id };
  const libraryRow = { ...entry, imageId: libraryImage.id, createdAt: new Date().toISOString() };
  await db.transaction().execute((tx) => saveToLibrary(tx, libraryRow, ""));
  await db.transaction().execute((tx) => unsaveImage(tx, libraryImage.id));
  expect(await readCursors()).toEqual(["forgetting"]);
});
