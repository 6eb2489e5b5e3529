import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { digest, newSecret } from "~/services/secrets.server";
import { addMember } from "../../../../test/support/members";
import { startClaim } from "./claims.server";
import { confirmMailProof, proveByOrcid } from "./prove.server";

const [ADA_ORCID, BEN_ORCID] = ["0000-0002-1825-0097", "0000-0001-5109-3700"];

beforeAll(async () => {
  await migrate(db);
  const people = [
    { name: "Ada With", slug: "ada", orcid: ADA_ORCID },
    { name: "Cai Without", slug: "cai", referenceLinks: ["https://cai.example/"] },
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

test("CL02 a mailed link proves nothing once the profile does not list the page", async () => {
  const user = await addMember();
  const experts = db.selectFrom("experts").select("rowId").where("slug", "=", "cai");
  const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
  const token = newSecret();
  const claim = { expertRowId, proof: "mail", page: "https://cai.example/", isStrong: 1, evidence: "" } as const;
  await startClaim(db, user, { ...claim, tokenHash: digest(token) }, 1);
  const setLinks = (referenceLinks: string[]) =>
    db
      .updateTable("experts")
      .set({ referenceLinks: JSON.stringify(referenceLinks), linkKinds: '["own|https://cai.example/"]' })
      .where("rowId", "=", expertRowId)
      .execute();
  await setLinks([]);
  await expect(confirmMailProof(user, token)).rejects.toMatchObject({ problem: "invalid" });
  await setLinks(["https://cai.example/"]);
  expect(await confirmMailProof(user, token)).toEqual({ slug: "cai" });
});
