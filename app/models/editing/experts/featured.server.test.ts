import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { homePages } from "~/models/records/directory/lists.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { addMember } from "../../../../test/support/members";
import { saveEditorFields } from "./drafts.server";
import {
  countFeatured,
  featuredExpertList,
  moveFeaturedExpert,
  orderFeaturedExperts,
  setFeatured,
} from "./featured.server";
import { importExperts } from "./write.server";

let admin: Admin;
const ids: Record<string, string> = {};
const NAMES = ["Anna", "Bert", "Cleo", "Dora"];

beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
  await importExperts(
    NAMES.map((name) => ({ name, slug: name.toLowerCase(), categories: ["author"] })),
    { origin: "import" },
  );
  for (const name of NAMES) ids[name] = (await expertForAdmin(admin, name.toLowerCase())).id;
});

beforeEach(async () => {
  for (const name of NAMES) await setFeatured(admin, ids[name] as string, { featured: false });
  for (const name of ["Anna", "Bert", "Cleo"]) await setFeatured(admin, ids[name] as string, { featured: true });
});

const readNames = async () => (await featuredExpertList(admin)).map(({ name }) => name);
const idsOf = (...chosenNames: string[]) => chosenNames.map((name) => ids[name] as string);
/** Returns the names of the featured and of the listed experts on the home page. */
async function namesOnHome() {
  const { featured, experts } = await homePages({ page: 1, limit: 12, search: "", category: "author" });
  return [featured.map(({ name }) => name), experts.map(({ name }) => name)];
}
const readPlaces = async () => {
  const rows = await db
    .selectFrom("experts")
    .select("featuredPosition")
    .where("featuredPosition", "is not", null)
    .execute();
  return rows.map((row) => row.featuredPosition).sort();
};

describe("EM15 EM17 featuring", () => {
  test("puts an expert in the last place; unfeaturing closes the gap", async () => {
    expect(await setFeatured(admin, "dora", { featured: true })).toMatchObject({ name: "Dora", featured: true });
    expect(await readNames()).toEqual(["Anna", "Bert", "Cleo", "Dora"]);
    expect(await setFeatured(admin, "bert", { featured: false })).toMatchObject({ name: "Bert", featured: false });
    expect(await readNames()).toEqual(["Anna", "Cleo", "Dora"]);
    expect(await readPlaces()).toEqual([1, 2, 3]);
    expect(await countFeatured()).toBe(3);
    expect(await namesOnHome()).toEqual([
      ["Anna", "Cleo", "Dora"],
      ["Anna", "Cleo", "Dora", "Bert"],
    ]);
  });

  test("ends for a profile that becomes a draft, and closes the gap", async () => {
    await saveEditorFields(admin, "anna", { state: "draft" });
    expect([await readNames(), await readPlaces()]).toEqual([
      ["Bert", "Cleo"],
      [1, 2],
    ]);
    expect((await namesOnHome())[0]).toEqual(["Bert", "Cleo"]);
    await saveEditorFields(admin, "anna", { state: "public" });
    expect(await readNames()).toEqual(["Bert", "Cleo"]);
  });

  test("is written to the history and the audit log once", async () => {
    const { rowId } = await expertForAdmin(admin, "dora");
    const countEntries = async () => {
      const revisions = await db
        .selectFrom("expertRevisions")
        .select("action")
        .where("expertRowId", "=", rowId)
        .execute();
      const entries = await db.selectFrom("auditLog").select("action").where("subjectName", "=", "Dora").execute();
      return [revisions.length, entries.length];
    };
    const [revisions = 0, entries = 0] = await countEntries();
    await setFeatured(admin, "dora", { featured: true });
    await setFeatured(admin, "dora", { featured: true });
    expect(await countEntries()).toEqual([revisions + 1, entries + 1]);
  });

  test("refuses anything but true or false", async () => {
    for (const input of [{}, { featured: "true" }, { featured: 1 }, null, []]) {
      await expect(setFeatured(admin, "dora", input)).rejects.toMatchObject({ problem: "invalid" });
    }
    await expect(setFeatured(admin, "nobody", { featured: true })).rejects.toMatchObject({ problem: "missing" });
  });
});

describe("D27 D68 the order", () => {
  test("is set for all at once, and applies to the home page and every list", async () => {
    const orderedExperts = await orderFeaturedExperts(admin, { ids: idsOf("Cleo", "Anna", "Bert") });
    expect(orderedExperts.map(({ name }) => name)).toEqual(["Cleo", "Anna", "Bert"]);
    expect(await namesOnHome()).toEqual([
      ["Cleo", "Anna", "Bert"],
      ["Cleo", "Anna", "Bert", "Dora"],
    ]);
    expect(await readPlaces()).toEqual([1, 2, 3]);
  });

  test("is refused if it does not name exactly the featured experts", async () => {
    for (const otherNames of [[], ["Anna"], ["Anna", "Bert", "Dora"], ["Anna", "Bert", "Bert"], [...NAMES]]) {
      await expect(
        orderFeaturedExperts(admin, { ids: idsOf(...otherNames) }),
        String(otherNames),
      ).rejects.toMatchObject({
        problem: "conflict",
      });
    }
    for (const input of [{}, { ids: "x" }, { ids: [7] }, null]) {
      await expect(orderFeaturedExperts(admin, input)).rejects.toMatchObject({ problem: "invalid" });
    }
    expect(await readNames()).toEqual(["Anna", "Bert", "Cleo"]);
  });

  test("D63 changes by one place at a time, and not past the ends", async () => {
    const move = async (name: string, to: string) =>
      (await moveFeaturedExpert(admin, { id: ids[name], to })).map((expert) => expert.name);
    expect(await move("Cleo", "up")).toEqual(["Anna", "Cleo", "Bert"]);
    expect(await move("Anna", "down")).toEqual(["Cleo", "Anna", "Bert"]);
    expect(await move("Cleo", "up")).toEqual(["Cleo", "Anna", "Bert"]);
    expect(await move("Bert", "down")).toEqual(["Cleo", "Anna", "Bert"]);
    await expect(move("Dora", "up")).rejects.toMatchObject({ problem: "conflict" });
    await expect(move("Anna", "away")).rejects.toMatchObject({ problem: "invalid" });
  });

  test("has no gaps after two admins order while another features somebody", async () => {
    const results = await Promise.allSettled([
      orderFeaturedExperts(admin, { ids: idsOf("Cleo", "Bert", "Anna") }),
      orderFeaturedExperts(admin, { ids: idsOf("Bert", "Cleo", "Anna") }),
      setFeatured(admin, "dora", { featured: true }),
    ]);
    // An order that is processed after Dora was featured is refused, because it does not name her.
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    for (const refusal of refusals) expect(refusal).toMatchObject({ problem: "conflict" });
    expect(results[2].status).toBe("fulfilled");
    expect(await readPlaces()).toEqual([1, 2, 3, 4]);
  });
});
