import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addMember } from "../../../../test/support/members";
import { proveByOrcid } from "./prove.server";

const [ADA_ORCID, BEN_ORCID] = ["0000-0002-1825-0097", "0000-0001-5109-3700"];

beforeAll(async () => {
  await migrate(db);
  const people = [
    { name: "Ada With", slug: "ada", orcid: ADA_ORCID },
    { name: "Cai Without", slug: "cai" },
  ];
  await importExperts(people, { origin: "import" });
});

test("CL03 only a sign-in with the iD on a profile proves a claim; another iD, or a profile without an iD, proves nothing", async () => {
  const user = await addMember();
  for (const [slug, orcid] of [
    ["cai", ADA_ORCID],
    ["cai", ""],
    ["ada", BEN_ORCID],
    ["ada", ""],
  ] as const)
    await expect(proveByOrcid(user, slug, orcid)).rejects.toMatchObject({ problem: "forbidden" });
  expect(await db.selectFrom("claims").select("id").execute()).toEqual([]);
  await proveByOrcid(user, "ada", ADA_ORCID);
  expect(await db.selectFrom("claims").select(["userId", "status", "proof"]).execute()).toEqual([
    { userId: user.id, status: "proven", proof: "orcid" },
  ]);
});
