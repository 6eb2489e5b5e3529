/**
 * Records the audit lines, mails and numbers of changed rows of each use case of editors and admins. After a change run `npx vitest run test/http/audit-lines-and-mails.test.ts -u`, and read
 * the difference in audit-lines-and-mails.txt.
 */
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dump, shapeOf } from "../support/changed-rows";
import { form, getJson, json } from "../support/requests";
import { createWorld, rows, submission, type World } from "../support/world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.site.stop());

interface Entry {
  action: string;
  subjectKind: string;
  subjectName: string;
  detail: string;
}

/** Replaces what differs from run to run. */
function normalize(text: string): string {
  const people = Object.entries(world.people);
  const anonymous = people.reduce((result, [role, { email }]) => result.replaceAll(email, `the ${role}`), text);
  return anonymous
    .replace(/\b[0-9a-z]{16}\b/g, "#")
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, "a time")
    .replace(/\s+/g, " ");
}

const lines: string[] = [];
let [lastEntry, lastMails, lastRows] = [0, new Set<string>(), new Map() as ReturnType<typeof dump>];

/** Matches tables of the search, and others in which background work writes at any time or whose rows are named by a step. */
const OTHER_TABLES = /^(?:\w+_\w+|search\w+|auditLog|contentVersion|cursors|files|mails|sessions)$/;

const dumpRows = () => dump(world.site.dataDir, OTHER_TABLES);

/** Counts the rows that a step added (+), removed (-) and altered (~), by table. */
function changedRows(): string {
  const rows = dumpRows();
  const changes = shapeOf(lastRows, rows);
  lastRows = rows;
  return changes.sort().join(", ");
}

const entries = () =>
  rows<Entry & { rowId: number }>(
    world,
    "SELECT rowId, action, subjectKind, subjectName, detail FROM auditLog WHERE rowId > ? ORDER BY rowId",
    lastEntry,
  );
const mails = () =>
  rows<{ id: string; kind: string; recipient: string }>(world, "SELECT id, kind, recipient FROM mails");

function recordStep(step: string, status: number): void {
  const newEntries = entries();
  lastEntry = newEntries.at(-1)?.rowId ?? lastEntry;
  const changes = changedRows();
  const newMails = mails().filter(({ id }) => !lastMails.has(id));
  lastMails = new Set([...lastMails, ...newMails.map(({ id }) => id)]);
  lines.push(
    normalize(`${step}: ${status}`),
    ...newEntries.map(({ action, subjectKind, subjectName, detail }) =>
      normalize(
        `  ${action} · ${subjectKind} “${subjectName}”${detail && ` · ${detail.split(", ").slice(0, 4).join(", ")}`}`,
      ),
    ),
    ...newMails.map(({ kind, recipient }) => normalize(`  mail ${kind} to ${recipient}`)).sort(),
    ...(changes ? [`  rows: ${changes}`] : []),
  );
}

const adminHeaders = () => ({ Cookie: world.cookies.admin });

async function call(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown) {
  const answer = await json(world.site, method, path, body, { headers: adminHeaders() });
  recordStep(`${method} ${path}`, answer.status);
  return answer.body;
}

async function press(path: string, fields: Record<string, string>): Promise<void> {
  const { status } = await form(world.site, path, fields, { headers: adminHeaders() });
  recordStep(`${path} ${fields.intent ?? ""}`.trim(), status);
}

test("each change by an editor or admin is in the audit log once, and mails go to the right people", async () => {
  const { ids: recordIds, people } = world;
  lastEntry = entries().at(-1)?.rowId ?? 0;
  lastMails = new Set(mails().map(({ id }) => id));
  lastRows = dumpRows();

  const person = (name: string) => ({ name, title: "Professor", categories: ["academic"] });
  const nora = await call("POST", "/api/admin/experts", person("Nora Noted"));
  const nils = await call("POST", "/api/admin/experts", person("Nils Noted"));
  await call("PUT", `/api/experts/${nora.id}`, { title: "Professor of notes" });
  await call("PUT", `/api/experts/${nora.id}`, { title: "Professor of notes" });
  await call("PATCH", `/api/experts/${nora.id}/featured`, { featured: true });
  const homePage = await getJson<{ featured: { id: string }[] }>(world.site, "/api/experts/homepage");
  const ids = homePage.body.featured.map(({ id }) => id);
  await call("PUT", "/api/admin/featured/order", { ids: ids.toReversed() });
  await call("PATCH", `/api/experts/${nora.id}/featured`, { featured: false });
  await call("POST", `/api/admin/experts/${nora.id}/review`, {});
  await press(`/admin/experts/${nora.id}/review`, {});
  await call("DELETE", `/api/experts/${nora.id}`);
  await call("POST", `/api/admin/experts/${nora.id}/restore`, {});
  await call("POST", "/api/admin/experts/bulk-delete", { ids: [nora.id, nils.id] });
  await call("POST", "/api/admin/experts/bulk-restore", { ids: [nora.id, nils.id] });
  await press(`/admin/experts/${nora.id}/merge`, { other: nils.id });
  await press(`/admin/experts/${nora.id}/editors`, { notes: "Met her", state: "public" });
  const draft = await call("POST", "/api/admin/experts", person("Dana Draft"));
  await call("PUT", `/api/experts/${draft.id}`, { state: "draft" });
  const inAWeek = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString();
  await call("PUT", `/api/experts/${draft.id}`, { state: "scheduled", publishAt: inAWeek });
  await call("PUT", `/api/experts/${draft.id}`, { state: "public" });
  await call("PUT", `/api/experts/${draft.id}`, { state: "draft" });

  const topic = await call("POST", "/api/admin/topics", { name: "Notes" });
  const otherTopic = await call("POST", "/api/admin/topics", { name: "Remarks" });
  const thirdTopic = await call("POST", "/api/admin/topics", { name: "Jottings" });
  await call("PUT", `/api/admin/topics/${topic.id}`, { name: "Notes", description: "What is written down." });
  await call("POST", `/api/admin/topics/${topic.id}/merge`, { into: otherTopic.slug });
  await call("DELETE", `/api/admin/topics/${thirdTopic.id}`);

  const text = { title: "Of notes", body: "Text.", type: "research-insight", status: "draft" };
  const article = await call("POST", "/api/admin/articles", text);
  await call("PUT", `/api/admin/articles/${article.id}`, { status: "published" });
  await call("PATCH", `/api/admin/articles/${article.id}/featured`, { featured: true });
  await call("PATCH", `/api/admin/articles/${article.id}/featured`, { featured: false });
  await call("PUT", `/api/admin/articles/${article.id}`, { status: "draft" });
  await call("PUT", `/api/admin/articles/${article.id}`, { scheduledAt: inAWeek });
  await call("DELETE", `/api/admin/articles/${article.id}`);
  await call("POST", `/api/admin/articles/${article.id}/restore`, {});
  await press(`/admin/articles/${article.id}/delete`, {});

  for (const name of ["Alma Approved", "Rita Rejected", "Carl Changed", "Bert Bulk"])
    await json(world.site, "POST", "/api/submissions", submission(name), { headers: { Cookie: world.cookies.user } });
  recordStep("four suggestions", 201);
  const waitingSubmissions = rows<{ id: string; name: string }>(
    world,
    "SELECT id, name FROM submissions WHERE status = 'pending'",
  );
  const submissionId = (name: string) => waitingSubmissions.find((row) => row.name === name)?.id ?? "";
  await call("POST", `/api/admin/submissions/${submissionId("Alma Approved")}/approve`, {});
  await call("POST", `/api/admin/submissions/${submissionId("Rita Rejected")}/reject`, { reviewNotes: "No source." });
  await call("PUT", `/api/admin/submissions/${submissionId("Bert Bulk")}`, { title: "Another title" });
  await call("POST", "/api/admin/submissions/bulk", { ids: [submissionId("Bert Bulk")], decision: "approve" });
  await call("POST", `/api/admin/submissions/${submissionId("Carl Changed")}/change`, { expert: nora.id });

  const content = await call("POST", "/api/library/content", { content: "# A remark\n\nText." });
  await call("DELETE", `/api/library/content/${content.id}`);
  await call("DELETE", `/api/library/images/${recordIds.libraryImage}`);
  await call("POST", "/api/library/projects", { name: "Notes of all kinds" });
  await call("PATCH", `/api/admin/images/${recordIds.image}`, { alt: "Two labs" });
  await call("DELETE", `/api/admin/images/${recordIds.image}`);

  const invitedUser = await call("POST", "/api/admin/users", {
    email: "invited@mail.example",
    firstName: "Ina",
    lastName: "Invited",
    role: "editor",
  });
  await call("PATCH", `/api/admin/users/${people.victim.id}`, { role: "editor" });
  await call("PATCH", `/api/admin/users/${people.victim.id}`, { role: "admin" });
  await call("PATCH", `/api/admin/users/${people.victim.id}`, { role: "user" });
  await call("PATCH", `/api/admin/users/${people.victim.id}`, { status: "disabled" });
  await call("PATCH", `/api/admin/users/${people.victim.id}`, { status: "active" });
  await press("/admin/users?index", { intent: "reset", id: people.victim.id });
  await call("DELETE", `/api/admin/users/${invitedUser.user?.id ?? invitedUser.id}`);

  const hookTo = (url: string) => call("POST", "/api/admin/webhooks", { url, events: ["expert.created"] });
  const hook = await hookTo("https://hooks.example/noted");
  await hookTo("https://hooks.example/other");
  await call("DELETE", `/api/admin/webhooks/${hook.id}`);
  await press("/admin/api-keys", { name: "nightly", all: "on", days: "30" });
  await press("/admin/settings", { founderName: "Flora Founder" });
  await press("/admin/settings/pages/new", {
    title: "A page",
    slug: "a-page",
    body: "Text.",
    position: "9",
    inFooter: "on",
  });
  await press("/admin/settings/starter", { starter: "keep" });

  const insertRequest =
    "INSERT INTO requests (id, tokenHash, kind, status, expertRowId, field, says, should, source, message, email, notes, createdAt, confirmedAt, dueAt, isPublic)";
  const addRequest = (id: string, kind: string, expertId: string) => {
    const database = new SQLite(join(world.site.dataDir, "longevity.db"), { timeout: 10_000 });
    const now = new Date().toISOString();
    database
      .prepare(
        `${insertRequest} SELECT ?, ?, ?, 'open', rowId, ?, 'Professor', 'Professor of more', 'https://source.example/', '', 'finder@mail.example', '', ?, ?, ?, 0 FROM experts WHERE id = ?`,
      )
      .run(id, id, kind, kind === "error" ? "title" : "", now, now, now, expertId);
    database.close();
  };
  addRequest("applied", "error", nora.id);
  addRequest("rejected", "error", nora.id);
  addRequest("removed", "removal", recordIds.other);
  lastRows = dumpRows();
  await call("POST", "/api/admin/requests/applied/decide", { decision: "apply", value: "Professor of more" });
  await call("POST", "/api/admin/requests/rejected/decide", { decision: "reject", notes: "It is right." });
  await call("POST", "/api/admin/requests/removed/decide", { decision: "remove" });
  await call("POST", "/api/admin/experts", person("Otto Other"));
  await call("POST", "/api/admin/experts", { ...person("Otto Other"), relistReason: "He asked for it again." });

  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("audit-lines-and-mails.txt");
});

test("lists of editors begin with the newest entries, or are sorted by name", async () => {
  const readNames = async (path: string, name: string) => {
    const { body } = await getJson(world.site, path, { headers: adminHeaders() });
    const list = Array.isArray(body) ? body : Object.values<Record<string, unknown>[]>(body).find(Array.isArray);
    return list?.map((entry) => normalize(String(entry[name]))).slice(0, 4);
  };
  expect(await readNames("/api/admin/users", "email")).toEqual(["the user", "the victim", "the member", "the admin"]);
  expect(await readNames("/api/library/projects", "name")).toEqual(["Notes of all kinds", "A project"]);
  expect(await readNames("/api/admin/submissions/paginated", "name")).toEqual(["Nadia Newcomer", "Nora Noted"]);
  const submissions = ["Bert Bulk", "Nora Noted", "Rita Rejected", "Alma Approved"];
  expect(await readNames("/api/admin/submissions", "name")).toEqual(submissions);
  expect(await readNames("/api/admin/articles?status=draft", "title")).toEqual(["A draft"]);
  const experts = (await readNames("/api/admin/experts", "name")) ?? [];
  expect(experts).toEqual(
    experts.toSorted(
      (first, second) =>
        first
          .split(" ")
          .at(-1)
          ?.localeCompare(second.split(" ").at(-1) ?? "") ?? 0,
    ),
  );
});
