import { expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { restoreExpert, trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { refusalReason } from "~/models/records/publish/many.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { NOT_COMPARED, newIdentifiers, refuseUncompared } from "./same-identifier.server";

test("ID05 refuses new identifiers that nobody compared with the person", () => {
  const refusal = expect.objectContaining({ problem: "invalid", fieldErrors: { compared: NOT_COMPARED } });
  for (const identifiers of [{ wikidata: "Q1" }, { orcid: "0000-0002-1825-0097", openalex: "A1" }]) {
    expect(() => refuseUncompared(identifiers)).toThrow(refusal);
    expect(() => refuseUncompared(identifiers, true)).not.toThrow();
  }
  expect(() => refuseUncompared({})).not.toThrow();
});

test("ID05 counts valid identifiers that differ from the present identifiers as new", () => {
  const currentIdentifiers = { orcid: "0000-0002-1825-0097", wikidata: "Q1" };
  expect(newIdentifiers({ ...currentIdentifiers, openalex: "none" }, currentIdentifiers)).toEqual({});
  expect(newIdentifiers({ orcid: "", wikidata: "Q2", openalex: "A5023888391" }, currentIdentifiers)).toEqual({
    wikidata: "Q2",
    openalex: "A5023888391",
  });
});

test("ID05 two profiles never have one identifier: neither by an import nor by coming back from the trash", async () => {
  await migrate(db);
  const admin = asAdmin(await addMember({ role: "admin" }));
  for (const [field, id] of [
    ["orcid", "0000-0002-1825-0097"],
    ["wikidata", "Q42"],
    ["openalex", "A5023888391"],
  ] as const) {
    expect(await refusalReason(db, { [field]: id })).toBe("");
    await importExperts([{ name: "Ada First", slug: `first-${field}`, [field]: id }], { origin: "import" });
    await trashExpert(admin, `first-${field}`);
    await importExperts([{ name: "Ben Second", slug: `second-${field}`, [field]: id }], { origin: "import" });
    expect(await refusalReason(db, { [field]: id })).toMatch(/^Ben Second has the same .* identifier already\.$/);
    await expect(restoreExpert(admin, `first-${field}`)).rejects.toMatchObject({ problem: "conflict" });
    await trashExpert(admin, `second-${field}`);
    expect(await restoreExpert(admin, `first-${field}`)).toMatchObject({ [field]: id });
  }
});
