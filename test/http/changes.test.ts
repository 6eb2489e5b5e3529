/** The feed of changes for programs that keep a copy. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { form, getJson, json } from "../support/requests";
import { sql } from "../support/second-factors";
import { type Site, startSite } from "../support/site";

type Headers = { headers: Record<string, string> };

let site: Site;
let admin: Headers;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: "off", TRUST_PROXY: "on" } });
  admin = await signUpAdmin(site);
});
afterAll(() => site?.stop());

const since = async (cursor: string) => (await getJson(site, `/api/changes?since=${encodeURIComponent(cursor)}`)).body;

/** Everything up to now, page by page. */
async function readAll() {
  const changes: Record<string, string>[] = [];
  let cursor = "";
  for (;;) {
    const page = await since(cursor);
    changes.push(...page.changes);
    cursor = page.next;
    if (!page.more) return { changes, cursor };
  }
}

test("from the beginning everybody is added once, and then there is nothing more", async () => {
  const { changes, cursor } = await readAll();
  const { body } = await getJson(site, "/api/experts");
  const experts = changes.filter(({ kind, change }) => kind === "expert" && change === "added");
  expect(experts.map(({ slug }) => slug).sort()).toEqual(body.map(({ slug }: { slug: string }) => slug).sort());
  expect(await since(cursor)).toEqual({ changes: [], next: cursor, more: false });
});

test("the feed has what is added, changed, deleted and purged, without a name once it is gone", async () => {
  let { cursor } = await readAll();
  const next = async () => {
    const page = await since(cursor);
    cursor = page.next;
    return page.changes.map(({ kind, change, slug, id }: Record<string, string>) => [kind, change, slug, id]);
  };
  const { id } = (await json(site, "POST", "/api/admin/experts", { name: "Cora Changing" }, admin)).body;
  expect(await next()).toEqual([["expert", "added", "cora-changing", id]]);
  await json(site, "PUT", `/api/experts/${id}`, { title: "Professor" }, admin);
  expect(await next()).toEqual([["expert", "changed", "cora-changing", id]]);
  await json(site, "DELETE", `/api/experts/${id}`, undefined, admin);
  expect(await next()).toEqual([["expert", "removed", null, id]]);
  await json(site, "POST", `/api/admin/experts/${id}/restore`, undefined, admin);
  expect(await next()).toEqual([["expert", "changed", "cora-changing", id]]);
  await json(site, "DELETE", `/api/experts/${id}`, undefined, admin);
  const purged = await form(site, "/admin/experts/trash", { id, confirm: "on" }, admin);
  expect(purged.status).toBeLessThan(400);
  const gone = await next();
  expect(gone.at(-1)).toEqual(["expert", "removed", null, id]);
  expect(JSON.stringify(gone)).not.toMatch(/cora/i);
});

test("the feed has an article once it is published, and when it is taken back", async () => {
  const { cursor } = await readAll();
  const article = { title: "Told", body: "Text.", status: "draft" };
  const { id, slug } = (await json(site, "POST", "/api/admin/articles", article, admin)).body;
  expect((await since(cursor)).changes).toEqual([]);
  await json(site, "PUT", `/api/admin/articles/${id}`, { status: "published" }, admin);
  expect((await since(cursor)).changes).toMatchObject([{ kind: "article", change: "added", id, slug }]);
  await json(site, "PUT", `/api/admin/articles/${id}`, { status: "draft" }, admin);
  expect((await since(cursor)).changes).toMatchObject([{ change: "removed", id, slug: null }]);
});

test("a cursor that cannot be read is refused", async () => {
  for (const cursor of ["yesterday", "2026-01-01T00:00", "x".repeat(5_000)])
    expect((await getJson(site, `/api/changes?since=${cursor}`)).status).toBe(400);
  expect((await getJson(site, "/api/changes?since=2099-01-01")).body.changes).toEqual([]);
});

test("a cursor among many that were added in the same moment, or in the middle of a second, skips none", async () => {
  const { cursor } = await readAll();
  for (const name of ["Tilda Twin", "Tobias Twin", "Tamara Twin"])
    expect((await json(site, "POST", "/api/admin/experts", { name }, admin)).status).toBe(201);
  // Clocks of several machines differ by so much: what lies farther ahead is of a wrong one.
  const [second, next] = [30_000, 31_000].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 19));
  const at = `${second}.500Z`;
  sql(site, "UPDATE experts SET createdAt = ?, updatedAt = ? WHERE name LIKE '% Twin'", at, at);
  const all = (await since(cursor)).changes;
  expect(all.map(({ change }: { change: string }) => change)).toEqual(["added", "added", "added"]);
  expect((await since(`${at}_${all[0].id}`)).changes).toEqual(all.slice(1));
  expect((await since(`${second}Z`)).changes).toEqual(all);
  expect((await since(at)).changes).toHaveLength(3);
  expect((await since(`${next}Z`)).changes).toEqual([]);
  sql(
    site,
    "UPDATE experts SET createdAt = '2026-01-01T00:00:00.000Z', updatedAt = '2026-01-01T00:00:00.000Z' WHERE name LIKE '% Twin'",
  );
  expect((await getJson(site, "/api/changes?since=2026-99-99")).status).toBe(400);
});
