/** An import that runs in another process: the site's own, seen from the test's process on the same data folder. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, migrate } from "../../app/db.server";
import { env } from "../../app/env.server";
import { type Admin, asAdmin } from "../../app/models/accounts/admin.server";
import {
  applyImport,
  type ImportView,
  importJob,
  startImport,
  stopImport,
} from "../../app/models/transfer/import.server";
import { signUpAdmin } from "../support/curator";
import { form } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let admin: Admin;
let headers: Record<string, string>;
beforeAll(async () => {
  await migrate(db);
  site = await startSite({ dataDir: env.DATA_DIR });
  const person = await signUpAdmin(site);
  headers = person.headers;
  admin = asAdmin(await db.selectFrom("users").selectAll().where("id", "=", person.id).executeTakeFirstOrThrow());
});
afterAll(() => site?.stop());

const seen = async (id: string, fits: (job: ImportView) => boolean) => {
  for (;;) {
    const job = await importJob(admin, id);
    if (fits(job)) return job;
    await new Promise(setImmediate);
  }
};

test("D70 is seen, cannot be begun twice, and is stopped by whichever process is asked; nothing of it stays", async () => {
  const people = Array.from({ length: 12_000 }, (_, n) => ({
    name: `Made Up ${n}`,
    biography: "Some words. ".repeat(40),
  }));
  const path = join(env.DATA_DIR, "people.json");
  writeFileSync(path, JSON.stringify({ format: 1, experts: people }));
  const id = await startImport(admin, { field: "file", name: "people.json", path, bytes: 1, tooLarge: false });
  const { preview } = await seen(id, ({ status }) => status !== "running");
  expect(preview?.steps).toBe(people.length);

  const answer = await form(site, `/admin/import/${id}`, { intent: "apply" }, { headers });
  expect(answer.status).toBe(303);
  const job = await seen(id, ({ done, status }) => done > 0 || status !== "running");
  expect(job).toMatchObject({ status: "running", phase: "writing", total: people.length });
  await expect(applyImport(admin, id)).rejects.toMatchObject({ problem: "conflict" });
  await stopImport(admin, id);
  const over = await seen(id, ({ status }) => status !== "running");
  expect(over).toMatchObject({ status: "stopped", message: "Stopped. Nothing was imported." });
  const made = db.selectFrom("experts").select("id").where("name", "like", "Made Up%");
  expect(await made.execute()).toEqual([]);
  expect(readdirSync(join(env.DATA_DIR, "imports")).filter((name) => /\.(pulse|stop)$/.test(name))).toEqual([]);
});
