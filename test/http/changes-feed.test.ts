/** Tests the feed of changes, for programs that keep a copy of the directory. */
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

const changesSince = async (cursor: string) =>
  (await getJson(site, `/api/changes?since=${encodeURIComponent(cursor)}`)).body;

/** Reads all changes up to now, page by page. */
async function readAll() {
  const changes: Record<string, string>[] = [];
  let cursor = "";
  for (;;) {
    const page = await changesSince(cursor);
    changes.push(...page.changes);
    cursor = page.next;
    if (!page.more) return { changes, cursor };
  }
}

test("from the beginning each expert is added once, and then nothing follows", async () => {
  const { changes, cursor } = await readAll();
  const { body } = await getJson(site, "/api/experts");
  const experts = changes.filter(({ kind, change }) => kind === "expert" && change === "added");
  expect(experts.map(({ slug }) => slug).sort()).toEqual(body.map(({ slug }: { slug: string }) => slug).sort());
  expect(await changesSince(cursor)).toEqual({ changes: [], next: cursor, more: false });
});

test("the feed lists additions, changes and deletions, without a name once the record is deleted", async () => {
  let { cursor } = await readAll();
  const readNext = async () => {
    const page = await changesSince(cursor);
    cursor = page.next;
    return page.changes.map(({ kind, change, slug, id }: Record<string, string>) => [kind, change, slug, id]);
  };
  const { id } = (await json(site, "POST", "/api/admin/experts", { name: "Cora Changing" }, admin)).body;
  expect(await readNext()).toEqual([["expert", "added", "cora-changing", id]]);
  await json(site, "PUT", `/api/experts/${id}`, { title: "Professor" }, admin);
  expect(await readNext()).toEqual([["expert", "changed", "cora-changing", id]]);
  await json(site, "DELETE", `/api/experts/${id}`, undefined, admin);
  expect(await readNext()).toEqual([["expert", "removed", null, id]]);
  await json(site, "POST", `/api/admin/experts/${id}/restore`, undefined, admin);
  expect(await readNext()).toEqual([["expert", "changed", "cora-changing", id]]);
  await json(site, "DELETE", `/api/experts/${id}`, undefined, admin);
  const purgeAnswer = await form(site, "/admin/experts/trash", { id, confirm: "on" }, admin);
  expect(purgeAnswer.status).toBeLessThan(400);
  const lastPage = await readNext();
  expect(lastPage.at(-1)).toEqual(["expert", "removed", null, id]);
  expect(JSON.stringify(lastPage)).not.toMatch(/cora/i);
});

test("the feed lists an article once it is published, and again when it is unpublished", async () => {
  const { cursor } = await readAll();
  const article = { title: "Told", body: "Text.", status: "draft" };
  const { id, slug } = (await json(site, "POST", "/api/admin/articles", article, admin)).body;
  expect((await changesSince(cursor)).changes).toEqual([]);
  await json(site, "PUT", `/api/admin/articles/${id}`, { status: "published" }, admin);
  expect((await changesSince(cursor)).changes).toMatchObject([{ kind: "article", change: "added", id, slug }]);
  await json(site, "PUT", `/api/admin/articles/${id}`, { status: "draft" }, admin);
  expect((await changesSince(cursor)).changes).toMatchObject([{ change: "removed", id, slug: null }]);
});

test("an unreadable cursor is refused", async () => {
  for (const cursor of ["yesterday", "2026-01-01T00:00", "x".repeat(5_000)])
    expect((await getJson(site, `/api/changes?since=${cursor}`)).status).toBe(400);
  expect((await getJson(site, "/api/changes?since=2099-01-01")).body.changes).toEqual([]);
});

test("a cursor among many additions of the same moment, or within a second, skips none", async () => {
  const { cursor } = await readAll();
  for (const name of ["Tilda Twin", "Tobias Twin", "Tamara Twin"])
    expect((await json(site, "POST", "/api/admin/experts", { name }, admin)).status).toBe(201);
  // Clocks of several machines may differ by up to this much; a later time is taken for a wrong clock.
  const [thisSecond, nextSecond] = [30_000, 31_000].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 19));
  const createdAt = `${thisSecond}.500Z`;
  sql(site, "UPDATE experts SET createdAt = ?, updatedAt = ? WHERE name LIKE '% Twin'", createdAt, createdAt);
  const twins = (await changesSince(cursor)).changes;
  expect(twins.map(({ change }: { change: string }) => change)).toEqual(["added", "added", "added"]);
  expect((await changesSince(`${createdAt}_${twins[0].id}`)).changes).toEqual(twins.slice(1));
  expect((await changesSince(`${thisSecond}Z`)).changes).toEqual(twins);
  expect((await changesSince(createdAt)).changes).toHaveLength(3);
  expect((await changesSince(`${nextSecond}Z`)).changes).toEqual([]);
  sql(
    site,
    "UPDATE experts SET createdAt = '2026-01-01T00:00:00.000Z', updatedAt = '2026-01-01T00:00:00.000Z' WHERE name LIKE '% Twin'",
  );
  expect((await getJson(site, "/api/changes?since=2026-99-99")).status).toBe(400);
});
