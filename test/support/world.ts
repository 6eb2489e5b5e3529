/** Starts a site with records of each kind, so that every endpoint has something to work on. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { register, signIn } from "./accounts";
import { startAiProvider } from "./ai-provider";
import { copyFileToServer, query, removeDatabase } from "./database";
import { startImageProviders } from "./image-providers";
import { form, get, getJson, json } from "./requests";
import { addressOf, builtRoutes } from "./routes";
import { copySeeded } from "./seeded-data";
import { type Site, startSite } from "./site";
import { testImage } from "./test-images";

/** `user` owns nothing; `member` has a draft and submissions; tests change the role of `victim`. */
export type Role = "nobody" | "member" | "user" | "victim" | "admin";

export interface World {
  site: Site;
  /** The settings that the site was started with. */
  env: Record<string, string>;
  /** The Cookie header of each role; "" without an account. */
  cookies: Record<Role, string>;
  people: Record<Exclude<Role, "nobody">, { id: string; email: string }>;
  /** Starts the site again with other settings, at another address. Its data stays. */
  restart(settings: Record<string, string>): Promise<void>;
  /** Ids and slugs by what they belong to. */
  ids: Awaited<ReturnType<typeof fillSite>>;
}

/** Returns the cookies of a role, for a browser context. */
export function cookiesOf({ site, cookies }: World, role: Role) {
  const pairs = cookies[role].split("; ").filter(Boolean);
  return pairs.map((pair) => ({
    name: pair.split("=", 1)[0] ?? "",
    value: pair.replace(/^[^=]*=/, ""),
    url: site.url,
  }));
}

/** Reads rows of the site's database. */
export function rows<T>({ site }: World, query: string, ...values: unknown[]): T[] {
  const database = new SQLite(join(site.dataDir, "longevity.db"), { readonly: true, timeout: 10_000 });
  try {
    return database.prepare(query).all(...values) as T[];
  } finally {
    database.close();
  }
}

/** The numbers of made-up records that fill several pages of every admin list. Test files with the same numbers share the seeded folder. */
export const SEEDED_LISTS = { experts: 12, submissions: 30, articles: 50, library: 30 };

/** The limit of the container, see Dockerfile. */
export const BOUNDED_MEMORY = { NODE_OPTIONS: "--max-old-space-size=256" };

/**
 * Starts a site behind a proxy that it trusts, with every provider and with these numbers of records. With "starter" the site
 * writes the starter directory itself, at the time of its own clock.
 */
export async function createWorld(
  counts: Parameters<typeof copySeeded>[1] | "starter" = {},
  moreEnv: Record<string, string> = {},
): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), "longevity-hostile-"));
  if (counts !== "starter") copySeeded(dataDir, counts);
  await copyFileToServer(dataDir);
  const [ai, imageProviders] = await Promise.all([startAiProvider(), startImageProviders()]);
  const env = {
    ...imageProviders.env,
    ...ai.env,
    RATE_LIMIT: "off",
    AI_TIMEOUT_MS: "5000",
    TRUST_PROXY: "on",
    ...moreEnv,
  };
  let site = await startSite({ dataDir, env });
  const stop = async () => {
    try {
      await site.stop();
    } finally {
      await Promise.all([ai.stop(), imageProviders.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
      await removeDatabase(dataDir);
    }
  };
  try {
    const admin = await register(site, { firstName: "Ada", lastName: "Admin" });
    await query(dataDir, "UPDATE users SET role = 'admin' WHERE id = ?", admin.id);
    const member = await register(site, { firstName: "Mia", lastName: "Member" });
    const victim = await register(site, { firstName: "Vic", lastName: "Tim" });
    const user = await register(site, { firstName: "Uma", lastName: "User" });
    const ids = await fillSite(site, admin, member);
    const cookieOf = (person: typeof user) => person.headers.Cookie;
    const world: World = {
      site: { ...site, stop },
      env,
      restart: async (settings) => {
        await site.stop();
        site = await startSite({ dataDir, env: { ...env, ...settings } });
        world.site = { ...site, stop };
      },
      people: { admin, member, victim, user },
      cookies: {
        nobody: "",
        admin: cookieOf(admin),
        member: `${cookieOf(member)}; ${ids.draftCookie}`,
        victim: cookieOf(victim),
        user: cookieOf(user),
      },
      ids,
    };
    return world;
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

type Person = Awaited<ReturnType<typeof register>>;

/** Returns an image as a data URL. */
async function dataUrl(): Promise<string> {
  return `data:image/png;base64,${(await testImage("png", 40, 30)).toString("base64")}`;
}

async function fillSite(site: Site, admin: Person, member: Person) {
  const callAdmin = async (method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown, as = admin) => {
    const answer = await json(site, method, path, body, { headers: as.headers });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const addExpert = (name: string) =>
    callAdmin("POST", "/api/admin/experts", { name, title: "Professor", categories: ["academic"] });
  const [mainExpert, otherExpert, trashedExpert] = [
    await addExpert("Hanna Hostile"),
    await addExpert("Otto Other"),
    await addExpert("Tilda Trashed"),
  ];
  await callAdmin("DELETE", `/api/experts/${trashedExpert.id}`);
  await callAdmin("PATCH", `/api/experts/${otherExpert.id}/featured`, { featured: true });
  await callAdmin("PUT", `/api/experts/${mainExpert.id}`, { title: "Professor of more" });

  const addArticle = (title: string, status: string) =>
    callAdmin("POST", "/api/admin/articles", {
      title,
      body: "Text.",
      type: "research-insight",
      status,
      expertId: mainExpert.id,
    });
  const publishedArticle = await addArticle("A published article", "published");
  const secondArticle = await addArticle("Another published article", "published");
  const draftArticle = await addArticle("A draft", "draft");
  const trashedArticle = await addArticle("In the trash", "draft");
  await callAdmin("DELETE", `/api/admin/articles/${trashedArticle.id}`);
  for (const { id } of [publishedArticle, secondArticle])
    await callAdmin("PATCH", `/api/admin/articles/${id}/featured`, { featured: true });
  await callAdmin("PUT", `/api/admin/articles/${publishedArticle.id}`, { excerpt: "In short." });
  const typedDraft = { fields: { title: "Typed only" }, basedOn: draftArticle.updatedAt };
  await callAdmin("PUT", `/api/admin/articles/${draftArticle.id}/draft`, typedDraft);

  const content = await callAdmin("POST", "/api/library/content", {
    content: "# Note\n\nText.",
    expert: { id: mainExpert.id },
  });
  const libraryImage = await callAdmin("POST", "/api/library/images", {
    imageUrl: await dataUrl(),
    imagePrompt: "A lab",
  });
  const image = await callAdmin("POST", "/api/library/images", { imageUrl: await dataUrl(), imagePrompt: "Two labs" });
  const project = await callAdmin("POST", "/api/library/projects", { name: "A project", description: "Of texts" });

  await callAdmin("POST", "/api/submissions", submission("Nadia Newcomer"), member);
  await callAdmin("POST", "/api/submissions", submission("Dora Decided"), member);
  const queue = (await getJson<{ id: string; name: string }[]>(site, "/api/admin/submissions", admin)).body;
  const submissionOf = (name: string) => queue.find((entry) => entry.name === name)?.id ?? "";
  await callAdmin("POST", `/api/admin/submissions/${submissionOf("Dora Decided")}/reject`, {});

  await signIn(site, member);
  await addRows(site.dataDir, mainExpert.id);
  return {
    expert: mainExpert.id as string,
    expertSlug: mainExpert.slug as string,
    other: otherExpert.id as string,
    trashed: trashedExpert.id as string,
    article: publishedArticle.id as string,
    articleSlug: publishedArticle.slug as string,
    draft: draftArticle.id as string,
    content: content.id as string,
    image: image.id as string,
    libraryImage: libraryImage.id as string,
    project: project.id as string,
    submission: submissionOf("Nadia Newcomer"),
    decided: submissionOf("Dora Decided"),
    promotion: await finishPromotion(site, admin, mainExpert.id),
    import: await sendTable(site, admin),
    suggestion: SUGGESTION,
    ...(await openDraft(site, member)),
  };
}

/** Returns the fields of a complete submission. */
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

async function openDraft(site: Site, member: Person): Promise<{ draftId: string; draftCookie: string }> {
  const page = await get(site, "/submit", member);
  const draftCookie = page.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
  const draftId = /name="draftId" value="(\w+)"/.exec(await page.text())?.[1] ?? "";
  const headers = { Cookie: `${member.headers.Cookie}; ${draftCookie}` };
  await json(site, "PUT", `/api/drafts/${draftId}`, { name: "Typed Only" }, { headers });
  return { draftId, draftCookie };
}

const SUGGESTION = "hostilesuggest00";

/** Adds a dead link, a failed mail, and a suggestion without a source, which no request can create. */
async function addRows(dataDir: string, expert: string): Promise<void> {
  // The clock of the site may differ from ours.
  const [{ now } = { now: "" }] = await query<{ now: string }>(dataDir, `SELECT max("createdAt") AS now FROM users`);
  await query(
    dataDir,
    "INSERT INTO linkChecks (expertRowId, url, status, reason, failures, checkedAt) SELECT rowId, 'https://dead.example/', 'dead', 'It is gone.', 3, ? FROM experts WHERE id = ?",
    now,
    expert,
  );
  await query(
    dataDir,
    "INSERT INTO mails (id, kind, recipient, subject, body, status, attempts, nextAttemptAt, lastError, createdAt) VALUES ('hostilemail00000', 'submissionReceived', 'a@mail.example', 'A mail', '', 'failed', 9, ?, 'Refused.', ?)",
    now,
    now,
  );
  const sentence = {
    field: "biography",
    text: "She knows.",
    paragraph: 1,
    heading: "",
    evidence: null,
    reason: "None.",
  };
  await query(
    dataDir,
    "INSERT INTO suggestions (id, subjectKind, subjectId, field, text, provider, model, createdAt) VALUES (?, 'expert', ?, 'biography', ?, 'openrouter', 'a/b', ?)",
    SUGGESTION,
    expert,
    JSON.stringify({ name: "Hanna Hostile", sentences: [sentence] }),
    now,
  );
}

async function sendTable(site: Site, admin: Person): Promise<string> {
  const body = new FormData();
  body.set("file", new File(["Name,Title\nIda Import,Professor\n"], "people.csv"));
  const headers = { Origin: site.url, ...admin.headers };
  const answer = await fetch(`${site.url}/admin/import?index`, { method: "POST", body, headers, redirect: "manual" });
  return answer.headers.get("Location")?.replace("/admin/import/", "") ?? "";
}

/** Takes the promotion wizard to its last step, through its pages. */
async function finishPromotion(site: Site, admin: Person, expert: string): Promise<string> {
  const post = async (path: string, fields: Record<string, string>) =>
    (await form(site, path, fields, admin)).headers.get("Location") ?? "";
  const id = (await post("/admin/promote?index", { expert })).replace("/admin/promote/", "").replace(/\/.*$/, "");
  const pathOf = (step: number) => `/admin/promote/${id}/${step}`;
  const page = async (step: number) => (await get(site, pathOf(step), admin)).text();
  const waitForAi = async () => {
    while ((await getJson(site, `/api/admin/promotions/${id}/text`, admin)).body.status === "running");
  };
  await post(pathOf(1), { step: "1", ask: "ideas" });
  await waitForAi();
  const idea = /name="ideas\[\]"[^>]*value="(\w+)"|value="(\w+)"[^>]*name="ideas\[\]"/.exec(await page(1));
  await post(pathOf(1), { step: "1", "ideas[]": idea?.[1] ?? idea?.[2] ?? "", go: "2" });
  await post(pathOf(2), { step: "2", articleType: "research-insight", ask: "contents" });
  await waitForAi();
  const piece = /name="save" value="(\w+)"/.exec(await page(2))?.[1] ?? "";
  await post(pathOf(2), { step: "2", [`piece.${piece}`]: "# A text\n\nMore of it.", save: piece });
  const image = { imageProvider: "stability", "imageModel.stability": "core", prompt: "A lab" };
  await post(pathOf(3), { step: "3", ...image, ask: "images" });
  await waitForAi();
  await post(pathOf(3), { step: "3", go: "4" });
  return id;
}

/** Returns the address of every page, with parameters that lead to existing records. */
export function pagesOf({ ids, people }: World): { path: string; as: Role }[] {
  const params: Record<string, Record<string, string>> = {
    "/admin/:kind": { kind: "experts", id: ids.expert },
    "/admin/articles": { id: ids.article },
    "/admin/experts": { id: ids.expert },
    "/admin/images": { id: ids.image },
    "/admin/import": { id: ids.import },
    "/admin/library/content": { id: ids.content },
    "/admin/library/images": { id: ids.libraryImage },
    "/admin/library/projects": { id: ids.project },
    "/admin/promote": { id: ids.promotion, step: "1", imageId: ids.image },
    "/admin/settings/pages": { slug: "privacy" },
    "/admin/submissions": { id: ids.submission },
    "/admin/users": { id: people.victim.id },
    "/articles": { slug: ids.articleSlug },
    "/directory": { category: "academic-researchers" },
    "": { slug: ids.expertSlug, "*": "no-such-page" },
  };
  const pages = builtRoutes()
    .filter(({ isCall }) => !isCall)
    .map((route) => {
      const prefix = Object.keys(params).find((start) => route.path.startsWith(`${start}/:`)) ?? "";
      return addressOf(route, params[prefix] ?? {});
    });
  const otherPages = [
    ...[2, 3, 4].map((step) => `/admin/promote/${ids.promotion}/${step}`),
    `/admin/experts/${ids.expert}/merge?with=${ids.other}`,
    `/admin/articles/${ids.article}/history`,
    `/admin/articles/${ids.article}/sources`,
    `/admin/submissions/${ids.submission}/sources`,
    `/admin/submissions/${ids.decided}`,
    `/admin/submissions/${ids.decided}/undo`,
    `/admin/articles/${ids.draft}`,
    `/admin/experts/${ids.trashed}`,
    "/admin/generate?new",
    ...["about", "editorial-policy", "privacy", "imprint", "accessibility"].map((page) => `/${page}`),
    "/admin/featured?search=professor",
    "/admin/library?tab=images",
    `/admin/library?project=${ids.project}`,
    "/admin/images/unused?all",
    `/admin/library/delete?kind=content&id=${ids.content}`,
    `/admin/library/delete?kind=images&id=${ids.libraryImage}`,
    `/submit?change=${ids.expertSlug}`,
    "/admin",
  ];
  const loggedOutPages = `/login /login?mode=register /forgot-password /reset-password?token=x /setup?token=x /auth /submit`;
  return [
    ...[...pages, ...otherPages].map((path) => ({ path, as: path.startsWith("/admin") ? "admin" : "member" }) as const),
    ...loggedOutPages.split(" ").map((path) => ({ path, as: "nobody" as const })),
  ];
}
