/** Many saves of one record at once, and forms that are sent many times: no update is lost, and no form makes two records. */
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answered, signUp, somebody } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { suggestion } from "../support/people";
import { picture } from "../support/pictures";
import { form, get, getJson, json } from "../support/requests";
import { NO_MAIL_SERVER, type Site, startSite } from "../support/site";

type HeaderFields = Record<string, string>;

const SAVES = 200;
const TIMES = 20;

let site: Site;
let headers: HeaderFields;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: "off", SMTP_URL: NO_MAIL_SERVER } });
  headers = (await signUpAdmin(site)).headers;
});
afterAll(() => site?.stop());

/** A column of the site's database. */
function column(query: string, ...values: string[]): unknown[] {
  const database = new SQLite(join(site.dataDir, "longevity.db"), { readonly: true, timeout: 10_000 });
  const found = database
    .prepare(query)
    .pluck()
    .all(...values);
  database.close();
  return found;
}

describe(`reliability 7 ${SAVES} saves at once`, () => {
  test.each([
    ["article", "excerpt", true],
    ["article", "excerpt", false],
    ["expert", "title", true],
    ["expert", "title", false],
  ] as const)(
    "of an %s's %s, from one version: %s, are in the history or refused",
    async (table, field, hasVersion) => {
      const [expert] = (await getJson(site, "/api/experts?limit=1")).body;
      const made = { title: "Saved often" };
      const article =
        table === "article" ? (await json(site, "POST", "/api/admin/articles", made, { headers })).body : {};
      const id = table === "article" ? article.id : expert.id;
      const path = table === "article" ? `/api/admin/articles/${id}` : `/api/experts/${id}`;
      const read = table === "article" ? path : `/api/experts/${expert.slug}`;
      const { updatedAt } = (await getJson(site, read, { headers })).body;
      const texts = Array.from({ length: SAVES }, (_, number) => `Save ${number}, ${hasVersion}`);
      const answers = await Promise.all(
        texts.map((text) => json(site, "PUT", path, { [field]: text, ...(hasVersion && { updatedAt }) }, { headers })),
      );
      const history = `SELECT json_extract(after, '$.${field}') FROM ${table}Revisions
      JOIN ${table}s ON ${table}RowId = ${table}s.rowId WHERE id = ?`;
      const kept = new Set(column(history, id));
      const statuses = answers.map(({ status }) => status);
      expect(texts.filter((text, number) => statuses[number] !== 409 && !kept.has(text))).toEqual([]);
      expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([]);
      expect(statuses.filter((status) => status === 200).length).toBe(hasVersion ? 1 : SAVES);
    },
  );
});

test(`reliability 7 of ${TIMES} sends of every create form at once one makes a record`, async () => {
  const reader = (await signUp(site)).headers;
  for (const [what, table, send] of await createForms(headers, reader)) {
    const count = () => Number(column(`SELECT count(*) FROM ${table}`)[0]);
    const before = count();
    const statuses = await Promise.all(Array.from({ length: TIMES }, send));
    expect([what, count() - before]).toEqual([what, 1]);
    expect([what, statuses.filter((status) => status >= 500)]).toEqual([what, []]);
  }
});

/** What is sent, the table it fills, and a way to send it once more. */
type CreateForm = [what: string, table: string, send: () => Promise<number>];
type Fields = Record<string, string | string[]>;

/** Every form and call that creates something, filled in once. */
async function createForms(admin: HeaderFields, reader: HeaderFields): Promise<CreateForm[]> {
  const post = async (path: string, changes: Fields, headers: HeaderFields, page?: string) => {
    const fields = page ? await fieldsOfPage(page, headers) : [];
    const changed = Object.entries(changes).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one): [string, string] => [`${name}[]`, one]) : [[name, value] as const],
    );
    const sent = [...fields.filter(([name]) => !changed.some(([other]) => other === name)), ...changed];
    return async () => (await form(site, path, sent as [string, string][], { headers })).status;
  };
  const call = (path: string, body: object, headers: HeaderFields) => async () =>
    (await json(site, "POST", path, body, { headers })).status;
  const send = (path: string, bytes: Buffer) => async () => {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "sent.png");
    return (await fetch(site.url + path, { method: "POST", body, headers: { Origin: site.url, ...admin } })).status;
  };

  const content = { content: "# Published often\n\nText." };
  const { id } = (await json(site, "POST", "/api/library/content", content, { headers: admin })).body;
  const [{ slug }] = (await getJson(site, "/api/experts?limit=1")).body;
  const person = { ...somebody(), ...(await answered(site)) };
  const account = { ...person, confirmPassword: person.password };
  const change = { submitterReason: "It is so.", title: "Another title" };
  const [newExpert, newArticle] = ["/admin/experts/new", "/admin/articles/new"];
  return [
    ["sign-up, form", "users", await post("/login?mode=register", account, {})],
    ["sign-up, call", "users", call("/api/auth/register", { ...somebody(), ...(await answered(site)) }, {})],
    ["submission, form", "submissions", await post("/submit", personNamed("Sent Often"), reader, "/submit")],
    ["submission, call", "submissions", call("/api/submissions", personNamed("Called Often"), reader)],
    ["change, form", "submissions", await post("/submit", change, reader, `/submit?change=${slug}`)],
    ["expert, form", "experts", await post(newExpert, { name: "Made Often" }, admin, newExpert)],
    ["article, form", "articles", await post(newArticle, { title: "Made often" }, admin, newArticle)],
    ["article of the library", "articles", await post(`/admin/library/content/${id}`, { intent: "publish" }, admin)],
    ["image, form", "images", send("/admin/uploader", await picture())],
    ["image, call", "images", send("/api/admin/images", await picture())],
    ["library text", "libraryContents", call("/api/library/content", { content: "Saved often." }, admin)],
    ["library project", "libraryProjects", call("/api/library/projects", { name: "Often", description: "" }, admin)],
    ["promotion, form", "promotions", await post("/admin/promote?index", { expert: slug }, admin)],
  ];
}

/** A valid submission for somebody of that name. */
function personNamed(name: string) {
  const { submitterName: _n, submitterEmail: _e, ...typed } = suggestion;
  return { ...typed, name, referenceLinks: [`https://${name.toLowerCase().replaceAll(" ", "-")}.example/`] };
}

/** What the form on a page holds when it is opened. */
async function fieldsOfPage(path: string, headers: HeaderFields): Promise<[string, string][]> {
  const { document } = new JSDOM(await (await get(site, path, { headers })).text()).window;
  const elements = document.querySelectorAll<HTMLInputElement>(
    "main form:not([role=search]) :is(input, textarea, select)[name]",
  );
  return Array.from(elements).flatMap(({ name, value, type, checked }): [string, string][] =>
    type === "file" || (["checkbox", "radio"].includes(type) && !checked) ? [] : [[name, value]],
  );
}
