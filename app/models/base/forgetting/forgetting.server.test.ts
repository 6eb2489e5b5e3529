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
import { forgetFormer, startForgetting } from "./forgetting.server";

/** Letters that nothing else here is written in. */
const WORD = "ჰჯყწჭხ";

const cursors = () => db.selectFrom("cursors").select("name").where("name", "like", "forgetting%").orderBy("name");
const noted = async () => (await cursors().execute()).map(({ name }) => name);
const clear = () => db.deleteFrom("cursors").where("name", "like", "forgetting%").execute();
afterEach(clear);

test("32 what was deleted before the upgrade leaves the files, too, once", async () => {
  const row = { rowId: 1, name: WORD, alt: "", prompt: "" };
  await db.transaction().execute((tx) => indexImage(tx, row));
  await db.transaction().execute((tx) => unindexImage(tx, row.rowId));
  await forgetFormer({ isNew: false });
  expect(await noted()).toEqual(["forgetting", "forgetting since"]);
  const loop = startForgetting();
  loop.wake();
  await expect.poll(noted).toEqual(["forgetting since"]);
  await loop.stop();
  expect(await tracesOf(env.DATA_DIR, WORD)).toEqual([]);
  await forgetFormer({ isNew: false });
  expect(await noted()).toEqual(["forgetting since"]);
});

test("32 a new database has nothing to overwrite", async () => {
  await forgetFormer({ isNew: true });
  await forgetFormer({ isNew: false });
  expect(await noted()).toEqual(["forgetting since"]);
});

test("32 an image that is deleted, tidied away or taken out of the library leaves a note to overwrite its words", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  const store = async () => storeImage(admin, await testImage("png", 300, 200), { name: "a.png", origin: "upload" });
  const [one, two, three] = [await store(), await store(), await store()];
  await deleteImage(admin, { id: one.id });
  expect(await noted()).toEqual(["forgetting"]);
  await clear();
  await removeUnused(admin, { id: ["unknown"] });
  expect(await noted()).toEqual([]);
  await removeUnused(admin, { id: [two.id] });
  expect(await noted()).toEqual(["forgetting"]);
  await clear();
  const about = { expertRowId: null, expertName: WORD, size: "", createdBy: admin.id };
  const saved = { ...about, imageId: three.id, createdAt: new Date().toISOString() };
  await db.transaction().execute((tx) => saveToLibrary(tx, saved, ""));
  await db.transaction().execute((tx) => unsaveImage(tx, three.id));
  expect(await noted()).toEqual(["forgetting"]);
});
