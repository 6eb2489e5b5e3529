import { beforeAll, expect, test, vi } from "vitest";
import type { Candidate } from "./candidates.server";

const found: { candidates: Partial<Candidate>[] } = vi.hoisted(() => ({ candidates: [] }));
vi.mock("./candidates.server", () => ({
  candidatesFor: async () => ({ candidates: found.candidates, problems: [] }),
}));

import { db, migrate } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { eventually } from "../../../../test/support/eventually";
import { addMember } from "../../../../test/support/members";
import { decideIdentity, waitingIdentities } from "./identity-review.server";
import { identitySearch, searchIdentities } from "./identity-search.server";

beforeAll(() => migrate(db));

test("ID10 a rejected candidate is not offered again when a later search finds one more identifier of it", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  await importExperts([{ name: "Rita Rejected", slug: "rita" }], { origin: "import" });
  const candidate = { name: "Rita", description: "", employers: [], works: [], reasons: ["Shared link"] };
  const rejected = { ...candidate, orcid: "0000-0002-1825-0097", wikidata: "", openalex: "" };
  const other = { ...candidate, orcid: "", wikidata: "Q7", openalex: "" };
  const search = async (candidates: Partial<Candidate>[]) => {
    found.candidates = candidates;
    await searchIdentities(admin);
    await eventually(async () => expect((await identitySearch(admin))?.status).toBe("completed"));
    const [person] = await waitingIdentities(admin);
    return person?.candidates.map(({ key }) => key.trim());
  };
  expect(await search([rejected])).toEqual([rejected.orcid]);
  await decideIdentity(admin, { expert: "rita", key: `${rejected.orcid}  `, decision: "reject" });
  expect(await search([{ ...rejected, openalex: "A1" }, other])).toEqual(["Q7"]);
});
