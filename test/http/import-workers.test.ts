/** Tests an import that runs in the site's process, from the process of this test on the same data folder. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, migrate } from "../../app/db.server";
import { env } from "../../app/env.server";
import { type Admin, asAdmin } from "../../app/models/base/accounts/admin.server";
import type { RecentUser } from "../../app/models/base/accounts/sessions.server";
import {
  applyImport,
  findImport,
  type ImportView,
  startImport,
  stopImport,
} from "../../app/models/editing/imports/import.server";
import { signUpAdmin } from "../support/admin";
import { eventually } from "../support/eventually";
import { withSession } from "../support/members";
import { form } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let admin: RecentUser<Admin>;
let headers: Record<string, string>;
beforeAll(async () => {
  await migrate(db);
  site = await startSite({ dataDir: env.DATA_DIR, env: { STARTER: "off" } });
  const person = await signUpAdmin(site);
  headers = person.headers;
  admin = await withSession(
    asAdmin(await db.selectFrom("users").selectAll().where("id", "=", person.id).executeTakeFirstOrThrow()),
  );
});
afterAll(() => site?.stop());

/** Waits until the import fulfils a condition, and returns it. */
const waitForImport = (id: string, condition: (job: ImportView) => boolean): Promise<ImportView> =>
  eventually(async () => {
    const job = await findImport(admin, id);
    if (!condition(job)) throw new Error(JSON.stringify(job));
    return job;
  }, 10);
const isResting = ({ status }: ImportView) => status !== "running";
const hasBegun = ({ done, status }: ImportView) => done > 0 || status !== "running";

test("D70 an import is seen by every process, cannot be started twice, and is stopped by any of them", async () => {
  const people = Array.from({ length: 2_000 }, (_, n) => ({
    name: `Made Up ${n}`,
    biography: "Some words. ".repeat(40),
  }));
  const path = join(env.DATA_DIR, "people.json");
  writeFileSync(path, JSON.stringify({ format: 1, experts: people }));
  const id = await startImport(admin, { field: "file", name: "people.json", path, bytes: 1, tooLarge: false });
  expect((await waitForImport(id, isResting)).counts.new).toBe(people.length);
  const pressButton = async (intent: string) => {
    const answer = await form(site, `/admin/import/${id}`, { intent }, { headers });
    expect(answer.status).toBe(303);
  };

  // The other process may finish before it is stopped; then the check runs once more.
  const checkAndStop = async () => {
    await pressButton("check");
    await waitForImport(id, hasBegun);
    await stopImport(admin, id).catch(() => {});
    return (await waitForImport(id, isResting)).status === "stopped";
  };
  while (!(await checkAndStop()));
  expect(await findImport(admin, id)).toMatchObject({ message: "Stopped. Nothing was imported." });
  await pressButton("check");
  expect(await waitForImport(id, isResting)).toMatchObject({ phase: "checked" });

  await pressButton("apply");
  expect((await waitForImport(id, hasBegun)).total).toBe(people.length);
  await expect(applyImport(admin, id)).rejects.toMatchObject({ problem: "conflict" });
  await expect(stopImport(admin, id)).rejects.toMatchObject({ problem: "conflict" });
  expect(await waitForImport(id, isResting)).toMatchObject({
    status: "completed",
    message: "2,000 records were written.",
  });
  const { count } = await db
    .selectFrom("experts")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("name", "like", "Made Up%")
    .executeTakeFirstOrThrow();
  expect(count).toBe(people.length);
});
