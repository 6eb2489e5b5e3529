/** Asks every endpoint that writes as each kind of person: only permitted people succeed, and nothing else changes. */
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, signIn, signUp } from "../support/accounts";
import { renewSessions } from "../support/admin";
import { CALLS } from "../support/calls";
import { askChecked, type CheckedRequest, sendJson, sendRequest, urlencoded } from "../support/checked-requests";
import { EVIL_HOST } from "../support/hostile-strings";
import { expectPersonalPagesUnshared } from "../support/personal-pages";
import { addressOf, builtRoutes } from "../support/routes";
import { rows } from "../support/world";
import { findForms } from "./forms";
import { sharedWorld } from "./world";

const world = sharedWorld();
const { ids, people } = world;
const routes = builtRoutes();
const ADMIN = /^\/(admin|api\/(admin|ai|openai|research|library))(\/|$)/;
const jsonType = { "Content-Type": "application/json" };

/**
 * Reading writes these, too: when accounts were seen, used security questions, and whether the disk takes writes. Visits and searches without
 * an answer are counted up to a minute later.
 */
const RESTLESS = new Set(["sessions", "oneTimeTokens", "cursors", "visits", "missedSearches"]);

/** The columns that count in tables of what is sent meanwhile: mails and deliveries that strings.test.ts left are tried again and again. */
const COLUMNS: Record<string, string> = {
  mails: "id, kind, recipient",
  webhooks: "id, url, events, secret, status, createdAt",
};

/** Tables of full-text indexes, which are merged in the background. The rows of their source tables have hashes of their own. */
const SEGMENTS = /^\w+(Search|Parts|Names|Titles|Contributions|Texts)_(data|idx)$/;

/** Returns a hash of the rows of every table. */
function hashTables(): Record<string, string> {
  const names = rows<{ name: string }>(
    world,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
  );
  const hashes = names
    .filter(({ name }) => !RESTLESS.has(name) && !SEGMENTS.test(name))
    .map(({ name }) => {
      const hash = createHash("sha1").update(
        JSON.stringify(rows(world, `SELECT ${COLUMNS[name] ?? "*"} FROM "${name}"`)),
      );
      return [name, hash.digest("hex")];
    });
  return Object.fromEntries(hashes);
}

/** Returns a valid request for every action that only admins may do. */
async function adminRequests(): Promise<CheckedRequest[]> {
  const pages = routes
    .filter(({ path }) => ADMIN.test(path))
    .map((route): CheckedRequest => {
      const id = /experts/.test(route.path) ? ids.expert : ids.article;
      return { path: addressOf(route, { id, slug: ids.expertSlug, step: "1", imageId: ids.image }) };
    });
  const calls = CALLS.filter((call) => ADMIN.test(call.path(world)) || call.endpoint.includes("/api/experts"));
  const writeRequests = calls.map(async ({ endpoint, path, body }): Promise<CheckedRequest> => {
    const text = JSON.stringify((await body?.(world)) ?? {});
    return { method: endpoint.split(" ")[0], path: path(world), headers: jsonType, body: text };
  });
  // The list of calls deletes records that do not exist. These requests name existing ones.
  const deleteRequests = [
    `DELETE /api/experts/${ids.expert}`,
    `DELETE /api/admin/articles/${ids.article}`,
    `DELETE /api/admin/images/${ids.image}?force=1`,
    `DELETE /api/admin/users/${people.victim.id}`,
    `DELETE /api/library/content/${ids.content}`,
    `DELETE /api/library/images/${ids.libraryImage}?force=1`,
    `POST /api/admin/experts/${ids.trashed}/restore`,
    `POST /api/admin/submissions/${ids.submission}/approve`,
    `POST /api/admin/submissions/${ids.submission}/reject`,
  ].map((line): CheckedRequest => {
    const [method, path = ""] = line.split(" ");
    return { method, path, headers: jsonType, body: "{}" };
  });
  const forms = (await findForms(world))
    .filter(({ action }) => ADMIN.test(action.split("?")[0] as string))
    .map(({ action, fields }): CheckedRequest => {
      const sentFields = fields.filter(({ isOff }) => !isOff).map(({ name, value }): [string, string] => [name, value]);
      return { method: "POST", path: action, ...urlencoded(sentFields) };
    });
  return [...pages, ...(await Promise.all(writeRequests)), ...deleteRequests, ...forms];
}

describe("reliability 27 actions of admins", () => {
  let questions: CheckedRequest[];
  const staleCookies: Record<string, string> = {};
  beforeAll(async () => {
    await renewSessions(world.site);
    questions = await adminRequests();
    Object.assign(staleCookies, await staleSessions());
  });

  /** Returns cookies of former admins (signed out, disabled, deleted, made a user), and a forged one. */
  async function staleSessions(): Promise<Record<string, string>> {
    const endings: Record<string, (id: string, cookie: string) => Promise<unknown>> = {
      "signed out": (_, Cookie) => sendRequest(world, { method: "POST", path: "/logout", headers: { Cookie } }),
      disabled: (id) => sendJson(world, "PATCH", `/api/admin/users/${id}`, { status: "disabled" }),
      deleted: (id) => sendJson(world, "DELETE", `/api/admin/users/${id}`, {}),
      "made a user": (id) => sendJson(world, "PATCH", `/api/admin/users/${id}`, { role: "user" }),
    };
    const cookies: Record<string, string> = { forged: world.cookies.admin.replace(/=(.{8})/, "=AAAAAAAA") };
    for (const [name, end] of Object.entries(endings)) {
      const person = await signUp(world.site);
      await sendJson(world, "PATCH", `/api/admin/users/${person.id}`, { role: "admin" });
      // A change of role ends the sessions before it.
      const { cookie } = await signIn(world.site, person);
      expect((await sendRequest(world, { path: "/admin", headers: { Cookie: cookie } })).status, name).toBe(200);
      await end(person.id, cookie);
      cookies[name] = cookie;
    }
    return cookies;
  }

  test("nobody, users and stale sessions are refused, and nothing changes", { timeout: 600_000 }, async () => {
    const tablesBefore = hashTables();
    const problems: string[] = [];
    const attempts: [string, number[], Record<string, string>][] = [
      ["nobody", [401], {}],
      ["user", [403], { Cookie: world.cookies.user }],
      ...Object.entries(staleCookies).map(
        ([name, Cookie]) => [name, [401, 403], { Cookie }] as [string, number[], Record<string, string>],
      ),
    ];
    for (const [personName, refusals, headers] of attempts)
      for (const question of questions) {
        const { status } = await askChecked(world, { ...question, headers: { ...question.headers, ...headers } });
        if (![...refusals, 405].includes(status))
          problems.push(`${personName}: ${question.method} ${question.path} ${status}`);
      }
    expect(problems).toEqual([]);
    expect(hashTables()).toEqual(tablesBefore);
  });

  test("an admin's browser that another site led here is refused, and nothing changes", {
    timeout: 600_000,
  }, async () => {
    const tablesBefore = hashTables();
    const foreignHeaders = [
      { Origin: `https://${EVIL_HOST}` },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site", Origin: "" },
    ];
    const problems: string[] = [];
    for (const [at, question] of questions.filter(({ method }) => method).entries()) {
      const headers = {
        ...question.headers,
        ...(foreignHeaders[at % foreignHeaders.length] as Record<string, string>),
      };
      const { status } = await askChecked(world, { ...question, as: "admin", headers });
      if (status !== 403) problems.push(`${question.method} ${question.path} ${status}`);
    }
    expect(problems).toEqual([]);
    expect(hashTables()).toEqual(tablesBefore);
  });

  test("GET and HEAD change nothing, whatever the query says", { timeout: 600_000 }, async () => {
    const tablesBefore = hashTables();
    const query =
      "force=1&intent=delete&delete=1&save=1&action=delete&_method=DELETE&approve=1&token=x&complete&role=admin";
    const { expert: id, expertSlug: slug, image: imageId } = ids;
    const params = { kind: "experts", id, slug, step: "1", category: "academic-researchers", imageId };
    for (const route of routes) {
      // An export is noted in the audit log.
      if (route.id.endsWith("export-database")) continue;
      for (const method of ["GET", "HEAD"])
        await askChecked(world, { method, path: `${addressOf(route, params)}?${query}`, as: "admin" });
    }
    expect(hashTables()).toEqual(tablesBefore);
  });
});

describe("reliability 27 data of another user", () => {
  /** Tables that a user's own actions write. */
  const OWN = new Set(["drafts", "submissions", "websiteHosts", "mails", "users", "submissionWords"]);
  const readOthersRows = () => [
    rows(world, "SELECT * FROM users WHERE id <> ?", people.user.id),
    rows(world, "SELECT * FROM drafts WHERE userId IS NOT ?", people.user.id),
    rows(world, "SELECT * FROM submissions WHERE userId IS NOT ?", people.user.id),
    rows(world, "SELECT idHash, userId FROM sessions WHERE userId IS NOT ?", people.user.id),
  ];

  test("is neither shown nor changed", async () => {
    const [tablesBefore, othersBefore] = [hashTables(), readOthersRows()];
    const [session] = rows<{ idHash: string }>(world, "SELECT idHash FROM sessions WHERE userId = ?", people.member.id);
    const stolenRecord = {
      name: "Taken Over",
      title: "Thief",
      "categories[]": "academic",
      longevityContribution: "None",
    };
    const token = { token: "x".repeat(43), password: PASSWORD, confirmPassword: PASSWORD };
    const names = { intent: "names", firstName: "Uma", lastName: "User" };
    const posts: Record<string, Record<string, string>[]> = {
      "/submit": [
        { ...stolenRecord, draftId: ids.draftId, intent: "keep", "referenceLinks[]": "https://thief.example/" },
      ],
      "/account/sessions": [{ id: session?.idHash ?? "" }],
      "/account": [{ ...names, role: "admin", id: people.member.id, status: "admin", email: "x@mail.example" }],
      "/account/delete": [{ password: "wrong", email: people.member.email, id: people.member.id }],
      "/reset-password": [token],
      "/verify-email": [token],
      "/setup": [{ ...token, email: "boss@mail.example", firstName: "B", lastName: "Oss" }],
    };
    for (const [path, fields] of Object.entries(posts))
      for (const field of fields)
        await askChecked(world, { method: "POST", path, as: "user", ...urlencoded(Object.entries(field)) });
    await sendJson(world, "PUT", `/api/drafts/${ids.draftId}`, { name: "Taken over" }, { as: "user" });

    const reads = [
      `/submit?received=${ids.submission}`,
      `/my-submissions?id=${ids.submission}&userId=${people.member.id}`,
      `/account/data?id=${people.member.id}`,
    ];
    for (const path of reads) {
      const { text } = await askChecked(world, { path, as: "user" });
      expect([text.includes(people.member.email), text.includes("Dora Decided")], path).toEqual([false, false]);
    }
    expect(readOthersRows()).toEqual(othersBefore);
    const tablesAfter = hashTables();
    expect(
      Object.keys(tablesAfter).filter((name) => tablesAfter[name] !== tablesBefore[name] && !OWN.has(name)),
    ).toEqual([]);
    expect(rows(world, "SELECT role FROM users WHERE id = ?", people.user.id)).toEqual([{ role: "user" }]);
  });

  test("needs a session that has not ended", async () => {
    const person = await signUp(world.site);
    const headers = person.headers;
    await sendRequest(world, { method: "POST", path: "/logout", headers });
    const submitAnswer = await sendJson(
      world,
      "POST",
      "/api/submissions",
      { name: "Stale" },
      { as: "nobody", headers },
    );
    expect(submitAnswer.status).toBe(401);
    expect((await sendRequest(world, { path: "/account", headers })).headers.location).toMatch(/^\/login/);
    expect((await sendRequest(world, { path: "/account/data", headers })).headers.location).toMatch(/^\/login/);
  });
});

test("reliability 28 after any Cookie header the next visitor gets the public page", {
  timeout: 600_000,
}, async () => {
  await expectPersonalPagesUnshared(world, 400);
});
