import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, migrate } from "../../app/db.server";
import { asAdmin } from "../../app/models/base/accounts/admin.server";
import { changeSettings } from "../../app/models/base/settings/settings.server";
import { importExperts } from "../../app/models/editing/experts/write.server";
import { savePage } from "../../app/models/records/pages/edit.server";
import { addArticle } from "../../app/models/records/publish/article-rows.server";
import { publish } from "../../app/models/records/publish/publish.server";
import { exportChunks } from "../../app/models/whole/transfer/export.server";
import { type Connection, connect } from "../../db/sqlite/connect";
import { member } from "../support/members";
import { adaFull, crowd } from "../support/people";

const folder = mkdtempSync(join(tmpdir(), "longevity-restore-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "export.json");
/** Each test goes on with what the one before left here. */
const dataDir = join(folder, "site");
let exported: string;

beforeAll(async () => {
  await migrate(db);
  const admin = asAdmin(await member({ role: "admin", email: "root@mail.example" }));
  await importExperts([...crowd(3), { ...adaFull, featured: true }, { name: "Zoe Aero", featured: true }], {
    origin: "editor",
  });
  const { rowId } = await db
    .selectFrom("experts")
    .select("rowId")
    .where("slug", "=", "ada-full")
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    await publish(tx, admin, "experts", { rowId, record: { name: "Ada New", slug: "ada" }, cause: "edited" });
    const text = { type: "research-insight", excerpt: "", body: "Text", expertName: "Ada New", origin: "editor" };
    await addArticle(tx, { ...text, title: "One", status: "published", expertRowId: rowId, featuredPosition: 1 });
  });
  await changeSettings(admin, { founderName: "Flora Founder" }, null);
  await savePage(admin, "imprint", {
    title: "Imprint",
    body: "Flora Founder, 1 Long Lane.",
    position: 4,
    inFooter: true,
  });
  exported = await exportOf(db);
  writeFileSync(file, exported);
});

async function exportOf(from: typeof db): Promise<string> {
  let text = "";
  for await (const chunk of exportChunks(from)) text += chunk;
  return text;
}

function run(path: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["build/admin.js", "restore", path], {
    env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production" },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

async function inSite<T>(work: (from: typeof db, sqlite: Connection["sqlite"]) => Promise<T>): Promise<T> {
  const site = connect(join(dataDir, "longevity.db"));
  try {
    return await work(site.db, site.sqlite);
  } finally {
    await site.close();
  }
}

/** Without what each site has of its own. */
function contentOf(text: string) {
  const { exportedAt: _, users, ...rest } = JSON.parse(text);
  const own = ["id", "updatedAt", "lastSignInAt"];
  const bare = (record: object) => Object.fromEntries(Object.entries(record).filter(([key]) => !own.includes(key)));
  return { ...rest, users: users.map(bare), articles: rest.articles.map(bare) };
}

test("D70 OP10 an export restored into an empty folder gives the same site", async () => {
  expect(run(file)).toMatchObject({
    status: 0,
    stderr: "",
    stdout: expect.stringContaining("experts: 5 new"),
  });
  expect(contentOf(await inSite(exportOf))).toEqual(contentOf(exported));
});

test("D70 an export restored into a site changes whom it names, and leaves the others and a copy of before", async () => {
  await inSite(async (from, sqlite) => {
    await from.updateTable("experts").set({ title: "Changed" }).where("slug", "=", "ada").execute();
    await from.deleteFrom("slugs").where("slug", "=", "ada").execute();
    await from.updateTable("experts").set({ slug: "ada-full" }).where("slug", "=", "ada").execute();
    sqlite.prepare("UPDATE experts SET id = 'of-this-site' WHERE name = 'Zoe Aero'").run();
  });
  expect(run(file)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("0 new, 1 changed, 4 the same"),
  });
  const people = await inSite((from) =>
    from.selectFrom("experts").select(["id", "slug", "title", "featuredPosition"]).orderBy("rowId").execute(),
  );
  expect(people).toHaveLength(5);
  expect(people).toContainEqual(expect.objectContaining({ slug: "ada", title: adaFull.title, featuredPosition: 1 }));
  expect(people).toContainEqual(expect.objectContaining({ id: "of-this-site", featuredPosition: 2 }));
  expect(readdirSync(join(dataDir, "backups"))).toEqual([expect.stringMatching(/^before-restore-.*\.db$/)]);
});

test("D70 a damaged export, one with a bad record and one for a running site change nothing", async () => {
  const before = await inSite(exportOf);
  const damaged = join(folder, "damaged.json");
  const refused = (text: string) => {
    writeFileSync(damaged, text);
    const { status, stderr } = run(damaged);
    expect(status).toBe(1);
    return stderr;
  };
  const changed = exported.replaceAll("Zoe Aero", "Zoe Changed");
  expect(refused(changed.slice(0, -20))).toContain("only a part of it. Nothing was changed.");
  expect(refused(changed.replace('"name":"Ada New"', '"name":7'))).toMatch(/experts \d .*Please enter a name/);
  await inSite(async (from) => {
    await from.selectFrom("settings").selectAll().execute();
    expect(refused(changed)).toContain("The site is running on this data");
  });
  expect(contentOf(await inSite(exportOf))).toEqual(contentOf(before));
});
