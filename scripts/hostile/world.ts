/** A site with something of everything in it, so that every door has a room behind it. */

import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { signIn, signUp } from "../../test/support/accounts";
import { type AiProvider, startAiProvider } from "../../test/support/ai-provider";
import { signUpAdmin } from "../../test/support/curator";
import { type ImageProviders, startImageProviders } from "../../test/support/image-providers";
import { picture } from "../../test/support/pictures";
import { form, get, getJson, json } from "../../test/support/requests";
import { type Site, startSite } from "../../test/support/site";

type Person = Awaited<ReturnType<typeof signUp>>;

export interface World {
  site: Site;
  ai: AiProvider;
  makers: ImageProviders;
  admin: Person;
  /** Whose form fields are filled: another than `user`, so that strangers stay strangers. */
  member: Person;
  /** An ordinary user who owns nothing. */
  user: Person;
  /** Whose role and status are changed. */
  victim: Person;
  /** Ids and addresses of what there is, by what it is. */
  known: Known;
  /** The database, read only. */
  rows<T>(sql: string, ...values: unknown[]): T[];
  stop(): Promise<void>;
}

export interface Known {
  expert: string;
  expertSlug: string;
  other: string;
  trashed: string;
  article: string;
  articleSlug: string;
  draft: string;
  trashedArticle: string;
  content: string;
  image: string;
  libraryImage: string;
  project: string;
  submission: string;
  decided: string;
  promotion: string;
  import: string;
  draftId: string;
  draftCookie: string;
}

/** As `npm start` runs it. */
const HEAP = "--max-old-space-size=96";

/** So many people are in the directory that is attacked (promise 15). */
export const PEOPLE = 30_000;

/** Starts the site on a copy of a large directory, made once and kept under .cache, and fills it. */
export async function makeWorld(people = PEOPLE): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), "longevity-hostile-"));
  cpSync(await seededFolder(people), dataDir, { recursive: true });
  const [ai, makers] = await Promise.all([startAiProvider(), startImageProviders()]);
  const env = { ...makers.env, ...ai.env, RATE_LIMIT: "off", AI_TIMEOUT_MS: "5000", NODE_OPTIONS: HEAP };
  const site = await startSite({ dataDir, env });
  const stop = async () => {
    try {
      await site.stop();
    } finally {
      await Promise.all([ai.stop(), makers.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    }
  };
  try {
    const admin = await signUpAdmin(site, { firstName: "Ada", lastName: "Admin" });
    const member = await signUp(site, { firstName: "Mia", lastName: "Member" });
    const victim = await signUp(site, { firstName: "Vic", lastName: "Tim" });
    const user = await signUp(site, { firstName: "Uma", lastName: "User" });
    const database = new SQLite(join(dataDir, "longevity.db"), { readonly: true, timeout: 10_000 });
    const rows = <T>(sql: string, ...values: unknown[]) => database.prepare(sql).all(...values) as T[];
    const world = { site, ai, makers, admin, member, victim, user, rows };
    const known = await furnish({ site, admin, member, rows });
    return {
      ...world,
      known,
      async stop() {
        database.close();
        await stop();
      },
    };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

async function seededFolder(people: number): Promise<string> {
  const folder = join(".cache", "hostile", String(people));
  const mark = join(folder, "seeded");
  if (existsSync(mark)) return folder;
  console.log(`Preparing a directory of ${people.toLocaleString("en")} people (once) …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const program = [
    join("scripts", "run.mjs"),
    "seed",
    "--experts",
    String(people),
    "--articles",
    "200",
    "--library",
    "200",
  ];
  await new Promise<void>((resolve, reject) => {
    const env = { ...process.env, DATA_DIR: folder };
    spawn(process.execPath, program, { env, stdio: ["ignore", "ignore", "inherit"] }).once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`The directory could not be made: seed ended with ${code}.`)),
    );
  });
  writeFileSync(mark, "");
  return folder;
}

/** The fields of a submission that is complete. */
export function submission(name: string) {
  return {
    name,
    title: "Professor of beginnings",
    categories: ["academic"],
    longevityContribution: "Found out how things start.",
    biography: "Born, then **started**.",
    referenceLinks: [`https://${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.example/`],
    submitterReason: "They are missing.",
  };
}

/** A picture as a data URL. */
export async function dataUrl(): Promise<string> {
  return `data:image/png;base64,${(await picture("png", 40, 30)).toString("base64")}`;
}

async function furnish({
  site,
  admin,
  member,
  rows,
}: Pick<World, "site" | "admin" | "member" | "rows">): Promise<Known> {
  const by = { headers: admin.headers };
  const call = async (method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown, as = by) => {
    const answer = await json(site, method, path, body, as);
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const expert = async (name: string) =>
    call("POST", "/api/admin/experts", { name, title: "Professor", categories: ["academic"] });
  const main = await expert("Hanna Hostile");
  const other = await expert("Otto Other");
  const trashed = await expert("Tilda Trashed");
  await call("DELETE", `/api/experts/${trashed.id}`);

  const article = async (title: string, status: string) =>
    call("POST", "/api/admin/articles", { title, body: "Text.", type: "research-insight", status, expertId: main.id });
  const published = await article("A published article", "published");
  const draft = await article("A draft", "draft");
  const trashedArticle = await article("In the trash", "draft");
  await call("DELETE", `/api/admin/articles/${trashedArticle.id}`);

  const content = await call("POST", "/api/library/content", { content: "# Note\n\nText.", expert: { id: main.id } });
  const libraryImage = await call("POST", "/api/library/images", { imageUrl: await dataUrl(), imagePrompt: "A lab" });
  const image = await call("POST", "/api/library/images", { imageUrl: await dataUrl(), imagePrompt: "Two labs" });
  const project = await call("POST", "/api/library/projects", { name: "A project", description: "Of texts" });

  const as = { headers: member.headers };
  await call("POST", "/api/submissions", submission("Nadia Newcomer"), as);
  await call("POST", "/api/submissions", submission("Dora Decided"), as);
  const idOf = (name: string) =>
    (rows<{ id: string }>("SELECT id FROM submissions WHERE name = ?", name)[0]?.id ?? "") as string;
  await call("POST", `/api/admin/submissions/${idOf("Dora Decided")}/reject`, {});

  await call("PATCH", `/api/experts/${other.id}/featured`, { featured: true });
  const second = await article("Another published article", "published");
  for (const { id } of [published, second])
    await call("PATCH", `/api/admin/articles/${id}/featured`, { featured: true });
  await call("PUT", `/api/experts/${main.id}`, { title: "Professor of more" });
  await call("PUT", `/api/admin/articles/${published.id}`, { excerpt: "In short." });
  await call("PUT", `/api/admin/articles/${draft.id}/draft`, {
    fields: { title: "Typed only" },
    basedOn: draft.updatedAt,
  });
  // Signed in twice, so that one session can end the other.
  await signIn(site, member);
  addRows(site.dataDir, main.id);
  const importing = await sendTable(site, admin.headers);
  const draftPage = await get(site, "/submit", as);
  const draftCookie = draftPage.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
  const draftId = /name="draftId" value="(\w+)"/.exec(await draftPage.text())?.[1] ?? "";
  await json(
    site,
    "PUT",
    `/api/drafts/${draftId}`,
    { name: "Typed Only" },
    { headers: { Cookie: `${member.headers.Cookie}; ${draftCookie}` } },
  );
  return {
    expert: main.id,
    expertSlug: main.slug,
    other: other.id,
    trashed: trashed.id,
    article: published.id,
    articleSlug: published.slug,
    draft: draft.id,
    trashedArticle: trashedArticle.id,
    content: content.id,
    image: image.id,
    libraryImage: libraryImage.id,
    project: project.id,
    submission: idOf("Nadia Newcomer"),
    decided: idOf("Dora Decided"),
    promotion: await promotionAtItsEnd(site, admin.headers, main.id),
    import: importing,
    draftId,
    draftCookie,
  };
}

/** What only time and other servers bring: a link that is dead, a mail that could not be sent. */
function addRows(dataDir: string, expert: string): void {
  const database = new SQLite(join(dataDir, "longevity.db"), { timeout: 10_000 });
  const now = new Date().toISOString();
  database
    .prepare(
      "INSERT INTO linkChecks (expertRowId, url, status, reason, failures, checkedAt) SELECT rowId, 'https://dead.example/', 'dead', 'It is gone.', 3, ? FROM experts WHERE id = ?",
    )
    .run(now, expert);
  database
    .prepare(
      "INSERT INTO mails (id, kind, recipient, subject, body, status, attempts, nextAttemptAt, lastError, createdAt) VALUES ('hostilemail00000', 'submissionReceived', 'a@mail.example', 'A mail', '', 'failed', 9, ?, 'Refused.', ?)",
    )
    .run(now, now);
  database.close();
}

async function sendTable(site: Site, headers: Record<string, string>): Promise<string> {
  const body = new FormData();
  body.set("file", new File(["Name,Title\nIda Import,Professor\n"], "people.csv"));
  const answer = await fetch(`${site.url}/admin/import?index`, {
    method: "POST",
    body,
    headers: { Origin: site.url, ...headers },
    redirect: "manual",
  });
  return answer.headers.get("Location")?.replace("/admin/import/", "") ?? "";
}

/** A run through the wizard to its last step, as its pages do it. */
async function promotionAtItsEnd(site: Site, headers: Record<string, string>, expert: string): Promise<string> {
  const post = async (path: string, fields: Record<string, string>) =>
    (await form(site, path, fields, { headers })).headers.get("Location") ?? "";
  const page = async (path: string) => (await get(site, path, { headers })).text();
  const id = (await post("/admin/promote?index", { expert })).replace("/admin/promote/", "").replace(/\/.*$/, "");
  const over = async () => {
    while ((await getJson(site, `/api/admin/promotions/${id}/text`, { headers })).body.status === "running");
  };
  const at = (step: number) => `/admin/promote/${id}/${step}`;
  await post(at(1), { step: "1", ask: "ideas" });
  await over();
  const idea = /name="ideas\[\]"[^>]*value="(\w+)"|value="(\w+)"[^>]*name="ideas\[\]"/.exec(await page(at(1)));
  await post(at(1), { step: "1", "ideas[]": idea?.[1] ?? idea?.[2] ?? "", go: "2" });
  await post(at(2), { step: "2", articleType: "research-insight", ask: "contents" });
  await over();
  const piece = /name="save" value="(\w+)"/.exec(await page(at(2)))?.[1] ?? "";
  await post(at(2), { step: "2", [`piece.${piece}`]: "# A text\n\nMore of it.", save: piece });
  await post(at(3), {
    step: "3",
    imageProvider: "stability",
    "imageModel.stability": "core",
    prompt: "A lab",
    ask: "images",
  });
  await over();
  await post(at(3), { step: "3", go: "4" });
  return id;
}
