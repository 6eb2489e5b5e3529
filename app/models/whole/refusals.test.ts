/** Refusals that protect room, accounts and running work. Each case is a change that its use case must refuse, with the kind of the refusal. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import type { Problem } from "~/errors";
import { requireOneClick } from "~/http/one-click.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { createApiKey } from "~/models/base/accounts/api-keys.server";
import { renewRecoveryCodes } from "~/models/base/accounts/factor-changes.server";
import { createPasswordLink } from "~/models/base/accounts/operator.server";
import { removeSecondFactor } from "~/models/base/accounts/second-step.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { removeJob, restartJob } from "~/models/base/jobs/jobs.server";
import { createArticle } from "~/models/editing/articles/edit.server";
import { setArticleFeatured } from "~/models/editing/articles/featured.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { previewTable } from "~/models/editing/imports/table.server";
import { checkRoom } from "~/models/editing/submissions/submissions.server";
import { mergeExperts } from "~/models/whole/merge/merge.server";
import { addPage } from "~/models/whole/pages/edit.server";
import "~/models/whole/parts.server";
import { addMember, withSession } from "../../../test/support/members";

const origin = "https://site.example";
const caller = { address: "192.0.2.1", origin };
const LONG_AGO = "2020-01-01T00:00:00.000Z";
const folder = mkdtempSync(join(tmpdir(), "longevity-refusals-"));
afterAll(() => rmSync(folder, { recursive: true }));

let admin: RecentUser<Admin>;
beforeAll(async () => {
  await migrate(db);
  admin = await withSession(asAdmin(await addMember({ role: "admin" })));
  await importExperts(
    ["Ada Kept", "Bo Other"].map((name) => ({ name, slug: name.slice(-5).trim().toLowerCase() })),
    { origin: "import" },
  );
  const now = new Date().toISOString();
  const job = { id: "job", kind: "test", status: "running", input: "{}", result: null, message: "", createdBy: null };
  await db
    .insertInto("jobs")
    .values({ ...job, status: "running", done: 0, total: 0, createdAt: now, updatedAt: now })
    .execute();
});

const manyColumns = (count: number) => {
  const path = join(folder, `${count}.csv`);
  const rowOf = (cell: string) => Array.from({ length: count }, (_, index) => `${cell}${index}`).join(",");
  writeFileSync(path, `${rowOf("name")}\n${rowOf("x")}\n`);
  return previewTable(path, { format: "csv", encoding: "UTF-8", separator: "," } as never);
};
const draft = () => createArticle(admin, { title: "A draft", body: "Text." }, { origin });
const unsubscribe = (fields: Record<string, string>) =>
  requireOneClick(new Request(origin, { method: "POST", body: new URLSearchParams(fields) }));

/** The refused change, and for a limit the last change that is allowed. */
const CASES: Record<string, [Problem, refused: () => Promise<unknown>, allowed?: () => Promise<unknown>]> = {
  "SF01 recovery codes without a second factor": ["conflict", () => renewRecoveryCodes(admin, caller)],
  "SF05 the removal of the own second factor by its admin": [
    "forbidden",
    () => removeSecondFactor(admin, admin.id, caller),
  ],
  "SF05 the removal of a second factor that nobody set up": [
    "conflict",
    async () => removeSecondFactor(admin, (await addMember()).id, caller),
  ],
  "a link for a new password of a disabled account": [
    "conflict",
    async () => createPasswordLink((await addMember({ status: "disabled" })).email, origin),
    async () => createPasswordLink((await addMember()).email, origin),
  ],
  "the deletion of a job that runs": ["conflict", () => removeJob(db, admin, "test", "job")],
  "a second start of a job that runs": ["conflict", () => restartJob(admin, "test", "job", async () => null)],
  "AR04 a draft among the featured articles": [
    "conflict",
    async () => setArticleFeatured(admin, (await draft()).id, { featured: true }),
  ],
  "a merge of a profile with itself": ["invalid", () => mergeExperts(admin, "kept", { other: "kept" })],
  "a merge with a profile that changed since it was seen": [
    "conflict",
    () => mergeExperts(admin, "kept", { other: "other", otherUpdatedAt: LONG_AGO }),
  ],
  "submissions of more than four million characters that wait": [
    "conflict",
    () => checkRoom(db, admin, 4_000_001),
    () => checkRoom(db, admin, 4_000_000),
  ],
  "a table of 201 columns": ["invalid", () => manyColumns(201), () => manyColumns(200)],
  "an unsubscription that no mail program sent": [
    "invalid",
    () => unsubscribe({ "List-Unsubscribe": "Two-Click" }),
    () => unsubscribe({ "List-Unsubscribe": "One-Click\r\n" }),
  ],
};

test.each(Object.entries(CASES))("%s: refused", async (_, [problem, refused, allowed]) => {
  await allowed?.();
  await expect(refused()).rejects.toMatchObject({ problem });
});

test.each<[string, number, (number: number) => Promise<unknown>]>([
  [
    "pages beside the five of a new site",
    25,
    (number) => addPage(admin, { title: `Page ${number}`, body: "Text.", position: 9 }),
  ],
  [
    "API keys of one editor",
    50,
    (number) => createApiKey(admin, { name: `Key ${number}`, scopes: ["profiles:read"], days: 30 }, caller),
  ],
])("%s: at most %d", async (_, max, add) => {
  const problems: unknown[] = [];
  for (let number = 0; number <= max; number++)
    await add(number).catch(({ problem }) => problems.push([number, problem]));
  expect(problems).toEqual([[max, "conflict"]]);
});
