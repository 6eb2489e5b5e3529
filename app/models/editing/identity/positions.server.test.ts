import { beforeAll, expect, test, vi } from "vitest";

vi.mock("~/services/wikidata.server", async (original) => ({
  ...(await original<object>()),
  wikidataPositions: async () => [
    {
      role: "director",
      institution: { name: "Institute of Ageing", ror: "" },
      from: "2011",
      to: null,
      reference: "",
      retrievedAt: "",
    },
  ],
}));

import { db, migrate } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addMember } from "../../../../test/support/members";
import { proposedPositions, takePositions } from "./positions.server";

beforeAll(() => migrate(db));

test("PR18 a position that was shown before midnight can be accepted after it", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  await importExperts([{ name: "Ada Post", slug: "ada", wikidata: "Q801" }], { origin: "import" });
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T23:59:00Z") });
  try {
    const { proposals } = await proposedPositions(admin, "ada");
    vi.setSystemTime(new Date("2026-03-02T00:01:00Z"));
    const unknownKeys = { take: [...proposals.map(({ key }) => key), "unknown"] };
    await expect(takePositions(admin, "ada", unknownKeys)).rejects.toMatchObject({ problem: "conflict" });
    const { positions } = await takePositions(admin, "ada", { take: proposals.map(({ key }) => key) });
    expect(positions).toEqual([expect.stringContaining("director|Institute of Ageing|2011")]);
  } finally {
    vi.useRealTimers();
  }
});
