import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { trashExperts } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { offersFor } from "./offers.server";

let admin: Admin;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
});

const countOf = async (word: string) => {
  const row = await db.selectFrom("searchWords").select("experts").where("word", "=", word).executeTakeFirst();
  return row && Number(row.experts);
};
const offeredFor = async (typed: string) => (await offersFor(typed)).map(({ name }) => name);
const trash = async (slug: string) => {
  const { id } = await db.selectFrom("experts").select("id").where("slug", "=", slug).executeTakeFirstOrThrow();
  await trashExperts(admin, { ids: [id] });
};

test("PB08 a misspelled word finds people, and is counted, as long as a listed person has it", async () => {
  await importExperts(
    ["Ada", "Bo"].map((name) => ({ name, slug: name.toLowerCase(), title: "Zyxomatics" })),
    { origin: "import" },
  );
  expect([await countOf("zyxomatics"), await offeredFor("zixomatiks")]).toEqual([2, ["Ada", "Bo"]]);
  await trash("ada");
  expect([await countOf("zyxomatics"), await offeredFor("zixomatiks")]).toEqual([1, ["Bo"]]);
  await trash("bo");
  expect([await countOf("zyxomatics"), await offeredFor("zixomatiks")]).toEqual([undefined, []]);
});

test("PB05 the offers for a text stay below 3 KB in bytes, whatever the script of the names", async () => {
  // A sign of four bytes counts as one of a hundred characters.
  const long = "\u{20bb7}".repeat(95);
  await importExperts(
    [1, 2, 3, 4].map((number) => ({ name: `Quux ${number} ${long}`, title: long })),
    { origin: "import" },
  );
  const offers = await offersFor("quux");
  expect(offers.length).toBeGreaterThan(1);
  expect(Buffer.byteLength(JSON.stringify(offers))).toBeLessThan(3_000);
});
