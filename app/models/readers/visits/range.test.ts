import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asEditor } from "~/models/base/accounts/admin.server";
import { addMember } from "../../../../test/support/members";
import { visitStatistics } from "./statistics.server";

beforeAll(() => migrate(db));

test("VI04 shows page views for one day to one year, and refuses days in the wrong order", async () => {
  const editor = asEditor(await addMember({ role: "editor" }));
  const countDays = async (from: string, to: string) => (await visitStatistics(editor, { from, to })).days.length;
  expect(await countDays("2026-03-01", "2026-03-01")).toBe(1);
  for (const [from, to] of [
    ["2026-03-02", "2026-03-01"],
    ["2000-01-01", "2026-03-01"],
  ] as const)
    await expect(visitStatistics(editor, { from, to })).rejects.toMatchObject({ problem: "invalid" });
});
