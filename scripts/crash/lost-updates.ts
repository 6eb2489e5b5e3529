/** Many saves of one thing, and forms that are sent many times (reliability.md 7). */
import { JSDOM } from "jsdom";
import { answered, signUp, somebody } from "../../test/support/accounts";
import { signUpAdmin } from "../../test/support/curator";
import { suggestion } from "../../test/support/people";
import { picture } from "../../test/support/pictures";
import { form, get, getJson, json } from "../../test/support/requests";
import { type Site, startSite } from "../../test/support/site";
import type { Figure } from "../bench/figures";
import { inFolder, never } from "./parts";
import { inDatabase } from "./sites";

const SAVES = 200;
const TIMES = 20;

type Headers = Record<string, string>;

/** 200 concurrent saves of one article and one expert, with and without the version they were made from; 20 sends of every form. */
export function lostUpdates(): Promise<Figure[]> {
  return inFolder(async (dataDir) => {
    const site = await startSite({ dataDir, env: { RATE_LIMIT: "off", SMTP_URL: "smtp://127.0.0.1:9" } });
    const curators = [await signUpAdmin(site), await signUpAdmin(site)].map(({ headers }) => headers);
    const [admin = {}] = curators;
    const article = (await json(site, "POST", "/api/admin/articles", { title: "Saved often" }, { headers: admin }))
      .body;
    const expert = (await getJson(site, "/api/experts?limit=1")).body[0];
    const figures = [
      ...(await saves(site, curators, {
        what: "article",
        path: `/api/admin/articles/${article.id}`,
        read: `/api/admin/articles/${article.id}`,
        field: "excerpt",
        history: "SELECT after FROM articleRevisions JOIN articles ON articleRowId = articles.rowId WHERE id = ?",
        id: article.id,
      })),
      ...(await saves(site, curators, {
        what: "expert",
        path: `/api/experts/${expert.id}`,
        read: `/api/experts/${expert.slug}`,
        field: "title",
        history: "SELECT after FROM expertRevisions JOIN experts ON expertRowId = experts.rowId WHERE id = ?",
        id: expert.id,
      })),
    ];
    const reader = await signUp(site);
    const twice: string[] = [];
    for (const [what, table, send] of await forms(site, { admin, reader: reader.headers })) {
      const before = count(dataDir, table);
      const statuses = await Promise.all(Array.from({ length: TIMES }, send));
      const more = count(dataDir, table) - before;
      if (more !== 1) twice.push(`${what}: ${more} records`);
      const failed = statuses.filter((status) => status >= 500);
      if (failed.length > 0) twice.push(`${what}: ${failed.length} answers of ${failed[0]}`);
      console.log(`  ${what}: ${tally(statuses)}`);
    }
    await site.stop();
    return [...figures, never(`forms of which ${TIMES} sends at once made more than one record, or none`, twice)];
  });
}

interface Saved {
  what: string;
  path: string;
  read: string;
  field: string;
  history: string;
  id: string;
}

async function saves(
  site: Site,
  curators: Headers[],
  { what, path, read, field, history, id }: Saved,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [how, hasVersion] of [
    ["made from the same version", true],
    ["that say no version", false],
  ] as const) {
    const { updatedAt } = (await getJson(site, read, { headers: curators[0] })).body;
    const typed = Array.from({ length: SAVES }, (_, number) => `${how}, save ${number}`);
    const answers = await Promise.all(
      typed.map((text, number) => {
        const body = { [field]: text, ...(hasVersion && { updatedAt }) };
        return json(site, "PUT", path, body, { headers: curators[number % curators.length] });
      }),
    );
    const kept = inDatabase(site.dataDir, (db) => db.prepare(history).pluck().all(id) as string[]).map(
      (after) => JSON.parse(after)[field] as unknown,
    );
    const inHistory = new Set(kept);
    const lost = typed.filter((text, number) => answers[number]?.status !== 409 && !inHistory.has(text));
    const told = answers.filter(({ status }) => status === 409).length;
    const others = answers.filter(({ status }) => status !== 409 && status !== 200);
    console.log(`  ${what}, ${how}: ${tally(answers.map(({ status }) => status))}`);
    figures.push(
      never(`${SAVES} saves of an ${what} ${how}: neither told nor kept`, lost),
      never(
        `… answers that are neither 200 nor 409`,
        others.map(({ status }) => String(status)),
      ),
      hasVersion
        ? { name: "… told of the conflict", value: told, unit: "", least: SAVES - 1, most: SAVES - 1 }
        : {
            name: "… kept in the history",
            value: typed.filter((text) => inHistory.has(text)).length,
            unit: "",
            least: SAVES,
          },
    );
  }
  return figures;
}

type Sending = [what: string, table: string, send: () => Promise<number>];

/** Every form and call that makes something, filled in once and sent as often as it is called. */
async function forms(site: Site, { admin, reader }: { admin: Headers; reader: Headers }): Promise<Sending[]> {
  const { submitterName: _n, submitterEmail: _e, ...typed } = suggestion;
  const suggested = (name: string) => ({
    ...typed,
    name,
    referenceLinks: [`https://${name.toLowerCase().replace(/ /g, "-")}.example/`],
  });
  const fields = (record: object) =>
    Object.entries(record).flatMap(([name, value]): [string, string][] =>
      Array.isArray(value) ? value.map((one) => [`${name}[]`, one]) : [[name, value]],
    );
  const filled = async (path: string, changes: Record<string, string>, headers: Headers) => {
    const { document } = new JSDOM(await (await get(site, path, { headers })).text()).window;
    const elements = document.querySelectorAll<HTMLInputElement>(
      "main form:not([role=search]) :is(input, textarea, select)[name]",
    );
    const found = Array.from(elements).flatMap(({ name, value, type, checked }): [string, string][] =>
      type === "file" || (["checkbox", "radio"].includes(type) && !checked) ? [] : [[name, value]],
    );
    const own = found.filter(([name]) => !(name in changes));
    return [...own, ...Object.entries(changes)] as [string, string][];
  };
  const post = (path: string, values: [string, string][], headers: Headers) => async () => {
    const answer = await form(site, path, values, { headers });
    await answer.text();
    return answer.status;
  };
  const call = (path: string, body: object, headers: Headers) => async () =>
    (await json(site, "POST", path, body, { headers })).status;
  const upload = (path: string, bytes: Buffer) => async () => {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "sent.png");
    const answer = await fetch(site.url + path, { method: "POST", body, headers: { Origin: site.url, ...admin } });
    await answer.text();
    return answer.status;
  };

  const { body: text } = await json(
    site,
    "POST",
    "/api/library/content",
    { content: "# Published often\n\nText." },
    { headers: admin },
  );
  const image = await picture();
  const { slug } = (await getJson(site, "/api/experts?limit=1")).body[0];
  const person = somebody();
  const account = { ...person, confirmPassword: person.password, ...(await answered(site)) };
  const other = { ...somebody(), ...(await answered(site)) };
  return [
    ["sign-up, form", "users", post("/login?mode=register", Object.entries(account), {})],
    ["sign-up, call", "users", call("/api/auth/register", other, {})],
    [
      "submission, form",
      "submissions",
      post(
        "/submit",
        await filled("/submit", {}, reader).then((own) => [
          ...own.filter(([name]) => name === "draftId"),
          ...fields(suggested("Sent Often")),
        ]),
        reader,
      ),
    ],
    ["submission, call", "submissions", call("/api/submissions", suggested("Called Often"), reader)],
    [
      "change of a profile, form",
      "submissions",
      post(
        "/submit",
        await filled(`/submit?change=${slug}`, { submitterReason: "It is so.", title: "Another title" }, reader),
        reader,
      ),
    ],
    [
      "expert, form",
      "experts",
      post("/admin/experts/new", await filled("/admin/experts/new", { name: "Made Often" }, admin), admin),
    ],
    [
      "article, form",
      "articles",
      post("/admin/articles/new", await filled("/admin/articles/new", { title: "Made often" }, admin), admin),
    ],
    ["article from the library", "articles", post(`/admin/library/content/${text.id}`, [["intent", "publish"]], admin)],
    ["picture, form", "images", upload("/admin/uploader", image)],
    ["picture, call", "images", upload("/api/admin/images", await picture())],
    ["library text", "libraryContents", call("/api/library/content", { content: "Saved often." }, admin)],
    [
      "library project",
      "libraryProjects",
      call("/api/library/projects", { name: "Made often", description: "" }, admin),
    ],
    ["promotion, form", "promotions", post("/admin/promote?index", [["expert", slug]], admin)],
  ];
}

function count(dataDir: string, table: string): number {
  return inDatabase(dataDir, (database) => database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get()) as number;
}

function tally(statuses: number[]): string {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return Object.entries(counts)
    .map(([status, times]) => `${times} × ${status}`)
    .join(", ");
}
