import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, migrate } from "../../app/db.server";
import { asAdmin } from "../../app/models/base/accounts/admin.server";
import { importExperts } from "../../app/models/editing/experts/write.server";
import { addArticle } from "../../app/models/records/publish/article-rows.server";
import { publish } from "../../app/models/records/publish/publish.server";
import { savePage } from "../../app/models/whole/pages/edit.server";
import { changeSettings } from "../../app/models/whole/settings/settings.server";
import { exportChunks } from "../../app/models/whole/transfer/export.server";
import { connect } from "../../db/sqlite/connect";
import { addMember } from "../support/members";
import { adaFull, makeCrowd } from "../support/people";

const folder = mkdtempSync(join(tmpdir(), "longevity-restore-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "export.json");
/** Each test continues with the data that the previous one left here. */
const dataDir = join(folder, "site");
let exportedText: string;

beforeAll(async () => {
  await migrate(db);
  const admin = asAdmin(await addMember({ role: "admin", email: "root@mail.example" }));
  await importExperts([...makeCrowd(3), { ...adaFull, featured: true }, { name: "Zoe Aero", featured: true }], {
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
  exportedText = await exportOf(db);
  writeFileSync(file, exportedText);
});

async function exportOf(from: typeof db): Promise<string> {
  let text = "";
  for await (const chunk of exportChunks(from)) text += chunk;
  return text;
}

function runRestore(path: string, into = dataDir) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["build/admin.js", "restore", path], {
    env: { ...process.env, DATA_DIR: into, NODE_ENV: "production" },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

async function inSite<T>(work: (from: typeof db) => Promise<T>, at = dataDir): Promise<T> {
  const site = connect(join(at, "longevity.db"));
  try {
    return await work(site.db);
  } finally {
    await site.close();
  }
}

/** Returns an export without the fields that differ between sites. */
function contentOf(text: string) {
  const { exportedAt: _, users, ...otherFields } = JSON.parse(text);
  const instanceFields = ["id", "updatedAt", "lastSignInAt"];
  const withoutInstanceFields = (record: object) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !instanceFields.includes(key)));
  const articles = otherFields.articles.map(({ id: _, ...article }: { id: string }) => article);
  return { ...otherFields, users: users.map(withoutInstanceFields), articles };
}

test("D70 OP10 restores an export into an empty folder as the same site", async () => {
  expect(runRestore(file)).toMatchObject({
    status: 0,
    stderr: "",
    stdout: expect.stringContaining("experts: 5"),
  });
  expect(contentOf(await inSite(exportOf))).toEqual(contentOf(exportedText));
});

test("D70 D96 refuses an export for a site with records, and writes nothing", async () => {
  const exportBefore = await inSite(exportOf);
  const { status, stderr } = runRestore(file);
  expect([status, stderr]).toEqual([1, expect.stringContaining("This site is not empty")]);
  expect(contentOf(await inSite(exportOf))).toEqual(contentOf(exportBefore));
});

test("D70 changes nothing for a damaged export, an invalid record or a running site", async () => {
  const damagedFile = join(folder, "damaged.json");
  const emptyFolder = join(folder, "empty");
  const refusalOf = (text: string, into = emptyFolder) => {
    writeFileSync(damagedFile, text);
    const { status, stderr } = runRestore(damagedFile, into);
    expect(status).toBe(1);
    return stderr;
  };
  expect(refusalOf(exportedText.slice(0, -20))).toContain("only a part of it. Nothing was changed.");
  expect(refusalOf(exportedText.replace('"name":"Ada New"', '"name":7'))).toMatch(/experts \d .*Name must be a text/);
  expect(await inSite((from) => from.selectFrom("experts").select("name").execute(), emptyFolder)).toEqual([]);
  await inSite(async (from) => {
    await from.selectFrom("settings").selectAll().execute();
    expect(refusalOf(exportedText, dataDir)).toContain("The site is running on this data");
  });
});
