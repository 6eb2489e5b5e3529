import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addMember } from "../../../../test/support/members";
import { deadLinksPart } from "./part.server";

beforeAll(() => migrate(db));

test("D54 the dashboard shows the number of dead links", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  await importExperts([{ name: "Ada", slug: "ada" }], { origin: "import" });
  const { rowId: expertRowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  for (const words of ["1 dead link", "2 dead links", "3 dead links"]) {
    const check = {
      status: "dead" as const,
      failures: 2,
      reason: "it answers 404",
      checkedAt: "2026-01-01T00:00:00.000Z",
    };
    await db
      .insertInto("linkChecks")
      .values({ expertRowId, url: `https://x.example/${words}`, ...check })
      .execute();
    expect(await deadLinksPart.attention(admin)).toMatchObject([
      { key: "links", isOpen: true, text: [{ to: "/admin/links", text: words }, " in the profiles."] },
    ]);
  }
});
