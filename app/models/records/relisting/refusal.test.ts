import { beforeAll, beforeEach, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asEditor, type Editor } from "~/models/base/accounts/admin.server";
import { trashExpert } from "~/models/editing/experts/trash.server";
import { addExperts } from "~/models/editing/experts/write.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { refuseRelisting, refuseToWriteAbout, rememberNotToRelist } from "./relisting.server";

const NAME = "Zoë Lovegood";

beforeAll(() => migrate(db));
beforeEach(async () => {
  for (const table of ["auditLog", "doNotRelist", "users"] as const) await db.deleteFrom(table).execute();
  await rememberNotToRelist(db, { name: NAME });
});

const withRole = async (role: "editor" | "admin") => asEditor(await addMember({ role }));
const relist = (editor: Editor | null, reason?: unknown) => refuseRelisting(db, { name: NAME }, { editor, reason });
const readReasons = () => db.selectFrom("auditLog").select(["detail", "subjectName"]).execute();

test("SA07 only an admin with a reason lists somebody who asked not to be listed", async () => {
  const [editor, admin] = [await withRole("editor"), await withRole("admin")];
  for (const [person, reason] of [
    [editor, "She agreed again."],
    [null, "She agreed again."],
    [admin, undefined],
    [admin, "  "],
    [admin, 7],
  ] as const)
    await expect(relist(person, reason)).rejects.toMatchObject({ problem: "conflict" });
  await expect(relist(admin, "a".repeat(1_001))).rejects.toMatchObject({ problem: "invalid" });
  expect(await readReasons()).toEqual([]);

  await relist(admin, "a".repeat(1_000));
  await relist(admin, " She agreed again. ");
  const subject = { subjectName: NAME };
  expect(await readReasons()).toEqual([
    { ...subject, detail: "a".repeat(1_000) },
    { ...subject, detail: "She agreed again." },
  ]);
  await refuseRelisting(db, { name: "Zoë Loveday" }, { editor });
});

test("SA07 no model writes about somebody who asked not to be listed", async () => {
  const editor = await withRole("editor");
  await expect(refuseToWriteAbout(editor, { expertName: NAME })).rejects.toMatchObject({ problem: "conflict" });
  for (const input of [{ expertName: "Zoë Loveday" }, { expertName: [NAME] }, {}, null])
    await refuseToWriteAbout(editor, input);
});

test("SA07 a model writes about somebody who was listed with a reason, until the profile is in the trash", async () => {
  const editor = await withRole("editor");
  await addExperts(db, [{ name: NAME, slug: "zoe" }], { origin: "import" });
  await refuseToWriteAbout(editor, { expertName: NAME });
  await trashExpert(editor, "zoe");
  await expect(refuseToWriteAbout(editor, { expertName: NAME })).rejects.toMatchObject({ problem: "conflict" });
});
