/** Tests many saves of one record at once, and forms that are sent many times. */
import { newPerson, signUp, solveCaptcha } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { countFigure, type Figure } from "../support/figures";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";
import { inDatabase, inFolder, UNLIMITED } from "./sites";
import { type HeaderFields, personNamed, upload } from "./writers";

const SAVES = 200;
const TIMES = 20;

/** Saves an article and an expert 200 times, with and without the version. Sends every form that creates a record 20 times. */
export function lostUpdates(): Promise<Figure[]> {
  return inFolder(async (dataDir) => {
    const site = await startSite({ dataDir, env: UNLIMITED });
    const { headers } = await signUpAdmin(site);
    const { id } = (await json(site, "POST", "/api/admin/articles", { title: "Saved often" }, { headers })).body;
    const [expert] = (await getJson(site, "/api/experts?limit=1")).body;
    const article: SavedRecord = { id, table: "article", field: "excerpt", read: `/api/admin/articles/${id}` };
    const person: SavedRecord = { id: expert.id, table: "expert", field: "title", read: `/api/experts/${expert.slug}` };
    const figures = [
      ...(await saveManyTimes(site, headers, article, article.read)),
      ...(await saveManyTimes(site, headers, person, `/api/experts/${expert.id}`)),
    ];
    const problems: string[] = [];
    for (const [label, table, send] of await createForms(site, headers, (await signUp(site)).headers)) {
      const query = `SELECT count(*) FROM ${table}`;
      const count = () => inDatabase(dataDir, (database) => Number(database.prepare(query).pluck().get()));
      const countBefore = count();
      const statuses = await Promise.all(Array.from({ length: TIMES }, send));
      if (count() - countBefore !== 1) problems.push(`${label}: ${count() - countBefore} records`);
      if (statuses.some((status) => status >= 500)) problems.push(`${label}: ${statuses.join(" ")}`);
    }
    await site.stop();
    return [...figures, countFigure(`forms of which ${TIMES} sends at once did not make one record`, problems)];
  });
}

type SavedRecord = { id: string; table: "article" | "expert"; field: string; read: string };

async function saveManyTimes(site: Site, headers: HeaderFields, record: SavedRecord, path: string): Promise<Figure[]> {
  const { id, table, field, read } = record;
  const figures: Figure[] = [];
  for (const hasVersion of [true, false]) {
    const { updatedAt } = (await getJson(site, read, { headers })).body;
    const texts = Array.from({ length: SAVES }, (_, number) => `Save ${number}, ${hasVersion}`);
    const answers = await Promise.all(
      texts.map((text) => json(site, "PUT", path, { [field]: text, ...(hasVersion && { updatedAt }) }, { headers })),
    );
    const query = `SELECT json_extract(after, '$.${field}') FROM ${table}Revisions
      JOIN ${table}s ON ${table}RowId = ${table}s.rowId WHERE id = ?`;
    const storedTexts = new Set(inDatabase(site.dataDir, (database) => database.prepare(query).pluck().all(id)));
    const statuses = answers.map(({ status }) => status);
    const lostTexts = texts.filter((text, number) => statuses[number] !== 409 && !storedTexts.has(text));
    const acceptedCount = statuses.filter((status) => status === 200).length;
    const name = `${SAVES} saves of an ${table} ${hasVersion ? "from one version" : "without a version"}`;
    const expected = hasVersion ? 1 : SAVES;
    figures.push(
      countFigure(`${name}: neither refused nor in the history`, lostTexts),
      countFigure(`${name}: other answers`, statuses.filter((status) => ![200, 409].includes(status)).map(String)),
      { name: `${name}: saved`, value: acceptedCount, unit: "", least: expected, most: expected },
    );
  }
  return figures;
}

/** The fields to send, the table that gets the row, and a function that sends them again. */
type CreateForm = [what: string, table: string, send: () => Promise<number>];
type Fields = Record<string, string | string[]>;

/** Fills in every form and call that creates a record, once. */
async function createForms(site: Site, admin: HeaderFields, reader: HeaderFields): Promise<CreateForm[]> {
  const post = async (path: string, changes: Fields, headers: HeaderFields, page?: string) => {
    const fields = page ? await fieldsOfPage(site, page, headers) : [];
    const changedFields = Object.entries(changes).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((text): [string, string] => [`${name}[]`, text]) : [[name, value] as const],
    );
    const sentFields = [
      ...fields.filter(([name]) => !changedFields.some(([other]) => other === name)),
      ...changedFields,
    ];
    return async () => (await form(site, path, sentFields as [string, string][], { headers })).status;
  };
  const call = (path: string, body: object, headers: HeaderFields) => async () =>
    (await json(site, "POST", path, body, { headers })).status;
  const send = (path: string, bytes: Buffer) => async () =>
    (await upload(site, bytes, { headers: admin, path })).status;

  const content = { content: "# Published often\n\nText." };
  const { id } = (await json(site, "POST", "/api/library/content", content, { headers: admin })).body;
  const [{ slug }] = (await getJson(site, "/api/experts?limit=1")).body;
  const person = { ...newPerson(), ...(await solveCaptcha(site)) };
  const account = { ...person, confirmPassword: person.password };
  const change = { submitterReason: "It is so.", title: "Another title" };
  const [newExpert, newArticle] = ["/admin/experts/new", "/admin/articles/new"];
  return [
    ["sign-up, form", "users", await post("/login?mode=register", account, {})],
    ["sign-up, call", "users", call("/api/auth/register", { ...newPerson(), ...(await solveCaptcha(site)) }, {})],
    ["submission, form", "submissions", await post("/submit", personNamed("Sent Often"), reader, "/submit")],
    ["submission, call", "submissions", call("/api/submissions", personNamed("Called Often"), reader)],
    ["change, form", "submissions", await post("/submit", change, reader, `/submit?change=${slug}`)],
    ["expert, form", "experts", await post(newExpert, { name: "Made Often" }, admin, newExpert)],
    ["article, form", "articles", await post(newArticle, { title: "Made often" }, admin, newArticle)],
    ["article of the library", "articles", await post(`/admin/library/content/${id}`, { intent: "publish" }, admin)],
    ["image, form", "images", send("/admin/uploader", await testImage())],
    ["image, call", "images", send("/api/admin/images", await testImage())],
    ["library text", "libraryContents", call("/api/library/content", { content: "Saved often." }, admin)],
    ["library project", "libraryProjects", call("/api/library/projects", { name: "Often", description: "" }, admin)],
    ["promotion, form", "promotions", await post("/admin/promote?index", { expert: slug }, admin)],
  ];
}

/** Returns the fields of the form on a page when it is opened. */
async function fieldsOfPage(site: Site, path: string, headers: HeaderFields): Promise<[string, string][]> {
  const document = parsePage(await (await get(site, path, { headers })).text());
  const elements = document.querySelectorAll<HTMLInputElement>(
    "main form:not([role=search]) :is(input, textarea, select)[name]",
  );
  return Array.from(elements).flatMap(({ name, value, type, checked }): [string, string][] =>
    type === "file" || (["checkbox", "radio"].includes(type) && !checked) ? [] : [[name, value]],
  );
}
