import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { deleteLibraryImages } from "~/models/editing/images/library-images.server";
import { deleteContents, moveContents } from "~/models/editing/library/library.server";
import { decideMany } from "~/models/editing/submissions/bulk.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { changeExperts } from "./bulk.server";
import { restoreExperts, trashExperts } from "./trash.server";

let admin: Admin;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
});

const origins = { linkOrigin: "https://site.example" };

test.each<[string, number, (ids: string[]) => Promise<unknown>]>([
  ["changing experts", 500, (ids) => changeExperts(admin, { action: "unfeature", ids })],
  ["trashing experts", 100, (ids) => trashExperts(admin, { ids })],
  ["restoring experts", 100, (ids) => restoreExperts(admin, { ids })],
  ["deciding about submissions", 50, (ids) => decideMany(admin, { decision: "reject", ids, reviewNotes: "" }, origins)],
  ["deleting texts", 500, (ids) => deleteContents(admin, { ids })],
  ["moving texts", 500, (ids) => moveContents(admin, { ids })],
  ["deleting saved images", 500, (ids) => deleteLibraryImages(admin, { ids })],
])("%s: accepts %i ids at once, and refuses more", async (_, limit, change) => {
  const problemWith = (count: number) =>
    change(Array.from({ length: count }, (_, number) => `unknown-${number}`)).then(
      () => "none",
      ({ problem }) => problem,
    );
  expect(["none", "missing"]).toContain(await problemWith(limit));
  expect(await problemWith(limit + 1)).toBe("invalid");
});
