import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { isUsed, removeUses } from "~/models/editing/images/uses.server";
import { rememberGone } from "~/models/records/relisting/relisting.server";
import { renewContentVersion } from "../../../../db/content-version";
import { addMember } from "../../../../test/support/members";
import { addPage, pageForAdmin, removePage, savePage } from "./edit.server";
import { footerPages, publicPage } from "./pages.server";
import { exportedPages, importPage } from "./transfer.server";

let admin: Admin;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin", email: "root@mail.example" }));
});

const fields = { title: "Team", body: "Us.", position: 7, inFooter: true };

test("OP10 imports an exported page, and refuses one whose address belongs to a person", async () => {
  await savePage(admin, "about", { ...fields, title: "About us" });
  await addPage(admin, fields);
  const pages = await exportedPages(db);
  expect(pages.map(({ slug }) => slug)).toEqual(["about", "team"]);
  await removePage(admin, "team");
  const [, team] = pages;
  await importPage(db, team);
  expect((await publicPage("team"))?.html.trim()).toBe("<p>Us.</p>");
  expect(await exportedPages(db)).toHaveLength(2);
  await importExperts([{ name: "Ada Full" }], { origin: "editor" });
  const takenPage = { ...team, slug: "ada-full" };
  await expect(importPage(db, takenPage)).rejects.toThrow("belongs to Ada Full");
});

test("OP03 the starting text is never stored, so that it follows the site", async () => {
  const { startingText } = await pageForAdmin(admin, "privacy");
  await savePage(admin, "privacy", { ...fields, title: "Data", body: startingText });
  expect(await pageForAdmin(admin, "privacy")).toMatchObject({ isWritten: false, title: "Data", body: startingText });
  expect((await exportedPages(db)).find(({ slug }) => slug === "privacy")?.body).toBe("");
});

test("OP03 an image in a page counts as used, and is removed from the text when it is deleted", async () => {
  const id = "0123456789abcdef";
  await savePage(admin, "imprint", { ...fields, body: `Here.\n\n![](/uploads/01/${id}-640.webp)` });
  expect(await isUsed(db, id)).toBe(true);
  await db.transaction().execute((tx) => removeUses(tx, admin, id));
  expect(await isUsed(db, id)).toBe(false);
  expect((await pageForAdmin(admin, "imprint")).body.trim()).toBe("Here.");
});

test("OP04 the footer lists the pages that are shown there, in order", async () => {
  await savePage(admin, "accessibility", { ...fields, title: "Access", position: 1 });
  await savePage(admin, "about", { ...fields, title: "About", inFooter: false });
  expect(Object.keys(await footerPages()).slice(0, 2)).toEqual(["accessibility", "editorial-policy"]);
  expect(await footerPages()).not.toHaveProperty("about");
});

test("OP03 no page takes the address of somebody who was removed, and the footer links none that belongs to a person", async () => {
  await rememberGone(db, ["olga-gone"]);
  await expect(addPage(admin, { ...fields, title: "Olga Gone" })).rejects.toMatchObject({
    fieldErrors: { slug: expect.stringContaining("is taken") },
  });
  await addPage(admin, { ...fields, title: "Our people" });
  expect(await footerPages()).toHaveProperty("our-people");
  const { rowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  await db.insertInto("slugs").values({ slug: "our-people", expertRowId: rowId }).execute();
  await renewContentVersion(db);
  expect(await footerPages()).not.toHaveProperty("our-people");
});

test("OP03 a change of an imported page, which nobody here has changed, is not overwritten either", async () => {
  await importPage(db, { slug: "brought", title: "Brought", body: "Along.", position: 3, inFooter: true });
  const edit = { title: "Mine", body: "Along.", position: 3, inFooter: true, updatedAt: "2026-01-01T00:00:00.000Z" };
  await expect(savePage(admin, "brought", edit)).rejects.toThrow(
    "Someone changed this page meanwhile. Nothing was overwritten.",
  );
  expect((await pageForAdmin(admin, "brought")).title).toBe("Brought");
});
