import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { addMember } from "../../../../test/support/members";
import { gapCounts, gapsOf } from "./gaps.server";
import { importExperts } from "./write.server";

let admin: Admin;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
  const people = [{ name: "Ada Bare" }, { name: "Bea Bare" }, { name: "Cy Done", biography: "He is known." }];
  await importExperts(people, { origin: "import" });
});

test("EM01 EM07 counts gaps among everybody or among the results of a search", async () => {
  const readCounts = async (search: string) => {
    const { biography, source } = await gapCounts(admin, search);
    return [biography, source];
  };
  expect(await readCounts("")).toEqual([2, 3]);
  expect(await readCounts("bare")).toEqual([2, 2]);
  expect(await readCounts("ada")).toEqual([1, 1]);
  expect(await readCounts("done")).toEqual([0, 1]);
  expect(await readCounts("nobody")).toEqual([0, 0]);
});

test("EM07 a person's gaps match the lists' counts", async () => {
  const experts = await db.selectFrom("experts").select(["rowId", "slug"]).execute();
  const readGaps = async (slug: string) =>
    gapsOf(admin, experts.find((expert) => expert.slug.startsWith(slug))?.rowId ?? 0);
  expect(await readGaps("ada")).toContain("biography");
  expect(await readGaps("cy")).not.toContain("biography");
});
