/** What strangers and ordinary users change: nothing but what is theirs. Looked at in the database itself. */
import { createHash } from "node:crypto";
import { addressOf } from "../../test/support/routes";
import { type Body, CALLS, type Json } from "./calls";
import { type Question, urlencoded } from "./client";
import { EVIL_HOST } from "./corpus";
import { type Form, headersOf } from "./forms";
import { doorOf, type Sending } from "./sending";
import type { World } from "./world";

/** Written for other reasons: who was seen when, security questions that were used, whether the disk takes writes. */
const RESTLESS = new Set(["sessions", "oneTimeTokens", "cursors"]);

/** A hash of every table's rows. */
export function fingerprint({ rows }: World): Map<string, string> {
  const tables = rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
  );
  return new Map(
    tables
      .filter(({ name }) => !RESTLESS.has(name))
      .map(({ name }) => {
        const hash = createHash("sha1");
        // Mails are sent meanwhile: what counts is which there are.
        const columns = name === "mails" ? "id, kind, recipient" : "*";
        for (const row of rows(`SELECT ${columns} FROM "${name}"`)) hash.update(JSON.stringify(row));
        return [name, hash.digest("hex")];
      }),
  );
}

/** Tables whose rows are others than before. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
}

const CURATORS = /^\/(admin|api\/(admin|ai|openai|research|library))(\/|$)/;

/** Every door of the curators, knocked at with good requests by those who are none; each must be refused and nothing change. */
export async function knockAsStrangers(sending: Sending, forms: Form[]): Promise<number> {
  const { world, client, report, routes } = sending;
  let sent = 0;
  const before = fingerprint(world);
  for (const as of ["nobody", "user"] as const) {
    const expected = as === "nobody" ? 401 : 403;
    for (const question of await curatorsRequests(sending, forms)) {
      const headers = { ...question.headers, ...headersOf(world, as) };
      const { status } = await client.ask({ ...question, headers });
      sent++;
      if (status !== expected && status !== 405)
        report.broken(
          `${as} is answered ${status} and not ${expected}`,
          question.door,
          `${question.method} ${question.path}`,
        );
    }
  }
  // The same by a curator whose browser was led here by another site.
  for (const question of await curatorsRequests(sending, forms)) {
    if (question.method === "GET") continue;
    const origins: Record<string, string>[] = [
      { Origin: `https://${EVIL_HOST}` },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site", Origin: "" },
    ];
    const foreign = origins[sent % origins.length] as Record<string, string>;
    const { status } = await client.ask({
      ...question,
      headers: { ...question.headers, ...headersOf(world, "admin"), ...foreign },
    });
    sent++;
    if (status !== 403)
      report.broken(`a write from another site is answered ${status}`, question.door, JSON.stringify(foreign));
  }
  const changed = changedTables(before, fingerprint(world));
  if (changed.length) report.broken("strangers changed something", "the doors of the curators", changed.join(", "));

  // Reading changes nothing, not even with everything in the query that a deed could be asked by.
  const still = fingerprint(world);
  for (const route of routes) {
    // Who took the whole directory along is noted, as it should be.
    if (route.id.endsWith("export-database")) continue;
    const query =
      "force=1&intent=delete&delete=1&save=1&action=delete&_method=DELETE&approve=1&token=x&restored&complete&role=admin";
    const params = {
      id: world.known.expert,
      slug: world.known.expertSlug,
      step: "1",
      category: "academic-researchers",
      imageId: world.known.image,
    };
    for (const method of ["GET", "HEAD"]) {
      await client.ask({
        method,
        path: `${addressOf(route, params)}?${query}`,
        door: `${method} ${route.id}`,
        headers: headersOf(world, "admin"),
        isSlow: true,
      });
      sent++;
    }
  }
  const read = changedTables(still, fingerprint(world));
  if (read.length) report.broken("reading changed something", "GET and HEAD of every door", read.join(", "));
  return sent;
}

async function curatorsRequests({ world, routes }: Sending, forms: Form[]): Promise<Question[]> {
  const { known, victim } = world;
  const json = { "Content-Type": "application/json" };
  const pages = routes
    .filter(({ path }) => CURATORS.test(path))
    .map((route): Question => {
      const params = {
        id: /experts/.test(route.path) ? known.expert : known.article,
        slug: known.expertSlug,
        step: "1",
        imageId: known.image,
      };
      return { method: "GET", path: addressOf(route, params), door: `GET ${route.id}` };
    });
  const calls: Question[] = [];
  for (const call of CALLS) {
    if (!CURATORS.test(call.path(world)) && !/^api\.experts/.test(call.route)) continue;
    const body = call.body ? JSON.stringify(await call.body(world, 0)) : undefined;
    calls.push({ method: call.method, path: call.path(world), door: doorOf(call), headers: json, body });
  }
  // What would take something away, at what is really there.
  const takes: [string, string][] = [
    ["DELETE", `/api/experts/${known.expert}`],
    ["DELETE", `/api/admin/articles/${known.article}`],
    ["DELETE", `/api/admin/images/${known.image}?force=1`],
    ["DELETE", `/api/admin/users/${victim.id}`],
    ["DELETE", `/api/library/content/${known.content}`],
    ["DELETE", `/api/library/images/${known.libraryImage}?force=1`],
    ["POST", `/api/admin/experts/${known.trashed}/restore`],
    ["POST", `/api/admin/submissions/${known.submission}/approve`],
    ["POST", `/api/admin/submissions/${known.submission}/reject`],
  ];
  const deeds = takes.map(
    ([method, path]): Question => ({ method, path, door: `${method} ${path}`, headers: json, body: "{}" }),
  );
  const posts = forms
    .filter(({ action }) => CURATORS.test(action.split("?")[0] ?? ""))
    .map((form): Question => {
      const fields = form.fields
        .filter(({ isOff }) => !isOff)
        .map(({ name, value }): [string, string] => [name, value]);
      if (form.button) fields.push([form.button.name, form.button.value]);
      return { method: "POST", path: form.action, door: `POST ${form.route.id}`, ...urlencoded(fields) };
    });
  return [...pages, ...calls, ...deeds, ...posts];
}

/** Tables that an ordinary user's own deeds may write. */
const THEIRS = new Set(["drafts", "submissions", "websiteHosts", "mails", "users", "submissionWords"]);

/** What belongs to somebody else, reached for by an ordinary user through doors that are open to users. */
export async function reachForOthers({ world, client, report }: Sending): Promise<number> {
  const { known, member, rows } = world;
  const before = fingerprint(world);
  const others = () => ({
    users: rows("SELECT * FROM users WHERE id <> ?", world.user.id),
    drafts: rows("SELECT * FROM drafts WHERE userId IS NOT ?", world.user.id),
    submissions: rows("SELECT * FROM submissions WHERE userId IS NOT ?", world.user.id),
    sessions: rows("SELECT idHash, userId FROM sessions WHERE userId IS NOT ?", world.user.id),
  });
  const theirs = JSON.stringify(others());
  const as = headersOf(world, "user");
  const session = rows<{ idHash: string }>("SELECT idHash FROM sessions WHERE userId = ?", member.id)[0]?.idHash ?? "";
  const fields = {
    name: "Taken Over",
    title: "Thief",
    "categories[]": "academic",
    longevityContribution: "None",
    "referenceLinks[]": "https://thief.example/",
  };
  const form = (path: string, values: Record<string, string>): Question => {
    const sent = urlencoded(Object.entries(values));
    return { method: "POST", path, door: `POST ${path}`, ...sent, headers: { ...sent.headers, ...as } };
  };
  const questions: Question[] = [
    {
      method: "PUT",
      path: `/api/drafts/${known.draftId}`,
      door: "PUT api.drafts.$id",
      headers: { "Content-Type": "application/json", ...as },
      body: JSON.stringify({ name: "Taken over" }),
    },
    form("/submit", { draftId: known.draftId, intent: "keep", ...fields }),
    form("/account/sessions", { id: session }),
    form("/account", {
      intent: "names",
      firstName: "Uma",
      lastName: "User",
      role: "admin",
      id: member.id,
      status: "admin",
      email: "x@mail.example",
    }),
    form("/reset-password", {
      token: "x".repeat(43),
      password: "another password 77",
      confirmPassword: "another password 77",
    }),
    form("/verify-email", { token: "x".repeat(43) }),
    form("/setup", {
      token: "x".repeat(43),
      email: "boss@mail.example",
      password: "another password 77",
      firstName: "B",
      lastName: "Oss",
    }),
    form("/account/delete", { password: "wrong", email: member.email, id: member.id }),
  ];
  for (const question of questions) await client.ask(question);
  const shown = await client.ask({
    method: "GET",
    path: `/submit?received=${known.submission}`,
    door: "GET routes/_site.submit",
    headers: as,
  });
  const mine = await client.ask({
    method: "GET",
    path: `/my-submissions?id=${known.submission}&userId=${member.id}`,
    door: "GET routes/_site.my-submissions",
    headers: as,
  });
  const data = await client.ask({
    method: "GET",
    path: `/account/data?id=${member.id}`,
    door: "GET routes/account.data",
    headers: as,
  });
  for (const { text } of [shown, mine, data])
    if (text.includes(member.email) || text.includes("Dora Decided"))
      report.broken("somebody else's things are shown", "doors of ordinary users", text.slice(0, 300));
  if (theirs !== JSON.stringify(others()))
    report.broken(
      "an ordinary user changed what is somebody else's",
      "doors of ordinary users",
      "users, drafts, submissions or sessions",
    );
  const changed = changedTables(before, fingerprint(world)).filter((table) => !THEIRS.has(table));
  if (changed.length)
    report.broken("an ordinary user changed more than their own", "doors of ordinary users", changed.join(", "));
  const [row] = rows<{ role: string }>("SELECT role FROM users WHERE id = ?", world.user.id);
  if (row?.role !== "user")
    report.broken("an ordinary user became something else", "POST /account", JSON.stringify(row));
  return questions.length + 3;
}

const PRIVILEGED = "hx-privileged";
const LONG_AGO = "1999-12-31T23:59:59.999Z";

/** Fields that only the site itself sets, and fields that nobody knows. */
const FIELDS: Record<string, Json> = {
  id: PRIVILEGED,
  rowId: 1,
  role: "admin",
  status: "approved",
  isAdmin: true,
  admin: true,
  userId: PRIVILEGED,
  createdBy: PRIVILEGED,
  reviewedBy: PRIVILEGED,
  createdAt: LONG_AGO,
  submittedAt: LONG_AGO,
  publishedAt: LONG_AGO,
  deletedAt: LONG_AGO,
  emailVerifiedAt: LONG_AGO,
  lastSignInAt: LONG_AGO,
  origin: PRIVILEGED,
  passwordHash: PRIVILEGED,
  googleId: PRIVILEGED,
  shareToken: PRIVILEGED,
  featuredPosition: 1,
  expertRowId: 1,
  sortName: PRIVILEGED,
  foldedName: PRIVILEGED,
  contentHash: PRIVILEGED,
  constructor: { prototype: { isAdmin: true } },
};

/** Calls that know one of these fields: what it means there stands beside it. */
const KNOWN_FIELDS: Record<string, string[]> = {
  // An item that this replaces; the id that the form gave the new article.
  "POST api.library.content._index": ["id"],
  "POST api.admin.articles._index": ["id"],
  "POST api.admin.suggestions": ["id"],
  // The moment a person's answer was made from.
  "PATCH api.admin.users.$id": ["role", "status"],
};

/** Privileged and unknown fields beside good ones: nothing of them is ever stored (promise 19). */
export async function sendPrivileged({ world, client, report, only }: Sending): Promise<number> {
  let sent = 0;
  for (const call of CALLS) {
    if (!call.body || !only.test(doorOf(call))) continue;
    const good: Body = await call.body(world, 0);
    const added = Object.entries(FIELDS).filter(
      ([name]) => !(name in good) && !KNOWN_FIELDS[doorOf(call)]?.includes(name),
    );
    const text = JSON.stringify({ ...good, ...Object.fromEntries(added) });
    const body = `${text.slice(0, -1)},"__proto__":{"isAdmin":true,"role":"admin"}}`;
    await client.ask({
      method: call.method,
      path: call.path(world),
      door: doorOf(call),
      headers: { "Content-Type": "application/json", ...headersOf(world, call.as) },
      body,
      asksOthers: call.asksOthers,
      isSlow: call.asksOthers,
    });
    sent += added.length + 1;
    for (const trace of tracesIn(world)) report.broken("a privileged field was applied", doorOf(call), trace);
  }
  const { status } = await client.ask({
    method: "GET",
    path: "/api/admin/users",
    door: "GET api.admin.users",
    headers: headersOf(world, "user"),
  });
  if (status !== 403) report.broken("an ordinary user is an admin now", "every call", String(status));
  return sent;
}

/** Where a privileged value stands in a column of its name. */
function tracesIn({ rows }: World): string[] {
  const columns = rows<{ table: string; column: string }>(
    "SELECT m.name AS 'table', p.name AS 'column' FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'",
  );
  return columns
    .filter(
      ({ column }) =>
        Object.hasOwn(FIELDS, column) && typeof FIELDS[column] === "string" && column !== "role" && column !== "status",
    )
    .filter(
      ({ table, column }) => rows(`SELECT 1 FROM "${table}" WHERE "${column}" = ? LIMIT 1`, FIELDS[column]).length > 0,
    )
    .map(({ table, column }) => `${table}.${column}`)
    .concat(rows("SELECT 1 FROM submissions WHERE status = 'approved' LIMIT 1").length ? ["submissions.status"] : []);
}
