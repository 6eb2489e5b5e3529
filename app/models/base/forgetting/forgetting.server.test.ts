import { afterEach, expect, test } from "vitest";
import { db, indexImage, unindexImage } from "~/db.server";
import { env } from "~/env.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { purgeExpert, trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { deleteImage, removeUnused } from "~/models/editing/images/admin-list.server";
import { deleteContents, saveContent } from "~/models/editing/library/library.server";
import { createProject, removeProject } from "~/models/editing/library/projects.server";
import { saveToLibrary, unsaveImage } from "~/models/editing/library/write.server";
import { withdrawSubmission } from "~/models/editing/submissions/own.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { removeUser } from "~/models/whole/accounts/delete-account.server";
import "~/models/whole/parts.server";
import { storeImage } from "~/models/records/images/images.server";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { testImage } from "../../../../test/support/test-images";
import { tracesOf } from "../../../../test/support/traces";
import { forgetEarlierDeletions, startForgetting } from "./forgetting.server";

/** A word in letters that no other text of these tests contains. */
const WORD = "ჰჯყწჭხ";

const cursors = () => db.selectFrom("cursors").select("name").where("name", "like", "forgetting%").orderBy("name");
const readCursors = async () => (await cursors().execute()).map(({ name }) => name);
const clearCursors = () => db.deleteFrom("cursors").where("name", "like", "forgetting%").execute();
afterEach(clearCursors);

test("reliability 32 the first start after the upgrade erases earlier deletions from the files, once", async () => {
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

test("reliability 32 a new database overwrites nothing", async () => {
  await forgetEarlierDeletions({ isNew: true });
  await forgetEarlierDeletions({ isNew: false });
  expect(await readCursors()).toEqual(["forgetting since"]);
});

test("reliability 32 deleting an image, removing unused images, and taking an image out of the library request that its words are overwritten", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  const storeTestImage = async () =>
    storeImage(admin, await testImage("png", 300, 200), { name: "a.png", origin: "upload" });
  const [deletedImage, unusedImage, libraryImage] = [
    await storeTestImage(),
    await storeTestImage(),
    await storeTestImage(),
  ];
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

const ORIGIN = { origin: "https://life.example" };

/** Functions that add something with a text, and return the function that deletes it for good. */
const DELETIONS: Record<string, (admin: ReturnType<typeof asAdmin>) => Promise<() => Promise<unknown>>> = {
  async "a suggestion that its sender withdraws"() {
    const sender = await addMember();
    const { id } = await submitExpert(sender, { ...fullSubmission, name: WORD }, ORIGIN);
    return () => withdrawSubmission(sender, id, {});
  },
  async "an account"() {
    const { id } = await addMember({ firstName: WORD });
    return () => db.transaction().execute((tx) => removeUser(tx, id));
  },
  async "a profile in the trash"(admin) {
    await importExperts([{ name: "Ada Gone", slug: "ada", biography: WORD }], { origin: "import" });
    await trashExpert(admin, "ada");
    return () => purgeExpert(admin, "ada");
  },
  async "a text of the library"(admin) {
    const { id } = await saveContent(admin, { content: WORD });
    return () => deleteContents(admin, { ids: [id] });
  },
  async "a project of the library"(admin) {
    const { id } = await createProject(admin, { name: WORD });
    return () => removeProject(admin, id);
  },
};

test.each(Object.entries(DELETIONS))(
  "reliability 32 the end of %s requests that its words are overwritten",
  async (_, addText) => {
    const remove = await addText(asAdmin(await addMember({ role: "admin" })));
    expect(await readCursors()).toEqual([]);
    await remove();
    expect(await readCursors()).toEqual(["forgetting"]);
  },
);
