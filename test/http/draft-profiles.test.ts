/** Checks that a draft profile is public nowhere: searches every address that readers have for its words. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { inDatabase } from "../support/database";
import { parsePage } from "../support/parse-page";
import { fullSubmission } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { builtRoutes } from "../support/routes";
import { type Site, startSite } from "../support/site";
import { uploadTable } from "../support/table-imports";

let site: Site;
let headers: Record<string, string>;
beforeAll(async () => {
  site = await startSite();
  ({ headers } = await signUpAdmin(site));
});
afterAll(() => site?.stop());

const WORD = "Quixotrava";

async function importDraft(state = "draft", word = WORD): Promise<string> {
  const body = new FormData();
  const table = `Name,Title,Category,Topics,Country,Website,Bio,Contribution,Notes\nDora ${word},${word}ist,academic,${word} science,DE,https://${word}.example.org,${word} wrote.,${word} found.,secret ${word}\n`;
  body.set("file", new File([table], "people.csv"));
  const request = { method: "POST", body, headers: { Origin: site.url, ...headers }, redirect: "manual" } as const;
  const path = (await fetch(`${site.url}/admin/import?index`, request)).headers.get("Location") as string;
  const page = await (await get(site, path, { headers })).text();
  const fields = [...page.matchAll(/<select[^>]*name="fields\[\]"[\s\S]*?<\/select>/g)].map(
    ([select]): [string, string] => [
      "fields[]",
      /<option selected="" value="([^"]*)"|<option value="([^"]*)" selected=""/.exec(select)?.slice(1).find(Boolean) ??
        "",
    ],
  );
  await form(site, path, [["intent", "columns"], ["newTopics", "note"], ["state", state], ...fields], { headers });
  const id = path.split("/").at(-1) as string;
  const waitForPhase = async (phase: string) => {
    await expect
      .poll(async () => (await getJson(site, `/api/admin/imports/${id}`, { headers })).body.phase)
      .toBe(phase);
  };
  await waitForPhase("checked");
  await form(site, path, { intent: "apply" }, { headers });
  await waitForPhase("written");
  return id;
}

/** Asks each tool of assistants for the draft in every way its schema allows, and returns those that tell it. */
async function toolsThatTell(word: string, slug: string, id: string): Promise<string[]> {
  const ask = async (method: string, params: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const head = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    return (await fetch(`${site.url}/mcp`, { method: "POST", body, headers: head })).json();
  };
  const { tools } = (await ask("tools/list", {})).result;
  expect(tools.length).toBeGreaterThan(3);
  const tellingTools: string[] = [];
  for (const { name, inputSchema } of tools)
    for (const value of [slug, id, `Dora ${word}`]) {
      const strings = Object.entries(inputSchema.properties ?? {}).filter(
        ([, schema]) => Object(schema).type === "string",
      );
      for (const argumentsSent of [...strings.map(([key]) => ({ [key]: value })), {}]) {
        const text = JSON.stringify(await ask("tools/call", { name, arguments: argumentsSent }));
        if (text.includes(`${word}ist`) || text.includes(`${word} found`))
          tellingTools.push(`${name} ${JSON.stringify(argumentsSent)}`);
      }
    }
  return tellingTools;
}

/** Returns the addresses of readers, from the routes of the build, with the draft's parameters. */
function publicPaths(slug: string): string[] {
  const params: Record<string, string> = { slug, category: "academic-researchers", format: "csv", id: "x", token: "x" };
  return builtRoutes()
    .map(({ path }) => path)
    .filter((path) => !/^\/(admin|api\/admin|account)/.test(path))
    .map((path) => path.replace(/:(\w+)\??/g, (_, name: string) => params[name] ?? "x").replace(/\*$/, ""));
}

/** Returns the addresses of readers whose answer has a word of the draft. */
async function pagesThatTell(word: string, slug: string, id: string): Promise<string[]> {
  const profileUrl = encodeURIComponent(`${site.url}/${slug}`);
  const paths = [
    ...publicPaths(slug),
    ...publicPaths(id),
    ...publicPaths(slug).map((path) => `${path}?search=${word}&q=${word}&people=${slug}&ids=${id}&url=${profileUrl}`),
    ...["jsonld", "json", "ndjson"].map((format) => `/api/dataset/${format}`),
    `/${slug}?format=vcard`,
    `/${slug}.vcf`,
    `/api/oembed?url=${profileUrl}`,
    `/my-list?people=${slug}`,
    `/directory?search=${word}`,
    `/api/experts/paginated?search=${word}`,
    "/api/experts?limit=1000",
    "/api/changes",
    "/api/dataset/jsonld",
    `/experts/${slug}`,
    `/draft/${id}?key=wrong`,
  ];
  return pathsThatTell(paths, word);
}

/** Returns those addresses whose answer has a word of the draft. */
async function pathsThatTell(paths: string[], word: string): Promise<string[]> {
  const tellingPages: string[] = [];
  for (const path of new Set(paths)) {
    const answer = await get(site, path, { headers: { Accept: "*/*" } });
    const text = await answer.text();
    const isEcho = path.toLowerCase().includes(word.toLowerCase());
    const isTold = isEcho
      ? text.includes(`${word}ist`) || text.includes(`${word} found`)
      : text.toLowerCase().includes(word.toLowerCase());
    if (isTold) tellingPages.push(path);
  }
  return tellingPages;
}

test("reliability 51 a draft is in no list, search, feed, count, call, sitemap or file, and not at its address", async () => {
  const totalBefore = (await getJson(site, "/api/experts/paginated")).body.total;
  const id = await importDraft();
  const { body } = await getJson(site, `/api/admin/experts?search=${WORD}`, { headers });
  expect(body.experts).toMatchObject([{ state: "draft", notes: expect.stringContaining(WORD) }]);
  const [{ slug, id: expertId }] = body.experts;
  expect((await getJson(site, "/api/experts/paginated")).body.total).toBe(totalBefore);
  expect(await pagesThatTell(WORD, slug, expertId)).toEqual([]);
  expect(await toolsThatTell(WORD, slug, expertId)).toEqual([]);
  expect((await get(site, `/${slug}`)).status).toBe(404);

  const preview = await get(site, `/admin/experts/${expertId}/preview`, { headers });
  const draft = await get(site, String(preview.headers.get("Location")));
  expect(draft.status).toBe(200);
  expect(draft.headers.get("Cache-Control")).toContain("no-store");
  const html = await draft.text();
  expect(html).toContain(`Dora ${WORD}`);
  expect(html).not.toContain("secret");
  // The pages of a public profile do not exist yet.
  const links = Array.from(parsePage(html).querySelectorAll("main a[href], main form"), (element) => element.outerHTML);
  expect(links.filter((link) => link.includes(slug))).toEqual([]);

  await json(site, "PUT", `/api/experts/${expertId}`, { notes: "an editor was here" }, { headers });
  expect((await form(site, `/admin/import/${id}/undo`, {}, { headers })).status).toBe(409);

  const releaseAnswer = await json(site, "PUT", `/api/experts/${expertId}`, { state: "public" }, { headers });
  expect(releaseAnswer.status).toBe(200);
  expect((await get(site, `/${slug}`)).status).toBe(200);
  expect(JSON.stringify((await getJson(site, `/api/experts/${slug}`)).body)).not.toContain("secret");
  expect((await form(site, `/admin/import/${id}/undo`, {}, { headers })).status).toBe(409);
});

test("the page of an import sends the admin to its drafts only while there are any", async () => {
  const tellsOfDrafts = async (id: string) =>
    (await (await get(site, `/admin/import/${id}`, { headers })).text()).includes("release them one by one");
  expect(await tellsOfDrafts(await importDraft("public", "Publictrava"))).toBe(false);
  const id = await importDraft("draft", "Undonetrava");
  expect(await tellsOfDrafts(id)).toBe(true);
  expect((await form(site, `/admin/import/${id}/undo`, {}, { headers })).status).toBe(303);
  await expect
    .poll(async () => (await getJson(site, `/api/admin/imports/${id}`, { headers })).body.undoneAt)
    .not.toBeNull();
  expect(await tellsOfDrafts(id)).toBe(false);
});

const REQUIRED_FIELDS = { title: "Professor", categories: ["academic"] };

async function createExpert(record: object) {
  const { status, body } = await json(
    site,
    "POST",
    "/api/admin/experts",
    { ...REQUIRED_FIELDS, ...record },
    { headers },
  );
  expect([status, body.message]).toEqual([201, undefined]);
  return body as { id: string; slug: string };
}

test("reliability 51 a call creates a draft, and the sort name of its person makes the address", async () => {
  const { id, slug } = await createExpert({
    name: "山田 花子",
    sortName: "Yamada, Hanako",
    notes: "by mail",
    state: "draft",
  });
  expect(slug).toBe("hanako-yamada");
  expect((await get(site, `/${slug}`)).status).toBe(404);
  const { body } = await getJson(site, "/api/admin/experts?search=花子", { headers });
  expect(body.experts).toMatchObject([{ id, state: "draft", notes: "by mail", sortName: "Yamada, Hanako" }]);
  const recordWithPastTime = {
    ...REQUIRED_FIELDS,
    name: "Late Person",
    state: "scheduled",
    publishAt: "2020-01-01T00:00:00Z",
  };
  expect(
    (await json(site, "POST", "/api/admin/experts", recordWithPastTime, { headers })).body.fieldErrors,
  ).toHaveProperty("publishAt");
});

/** Adds an applied report about a profile, which the public log of corrections shows. */
function addCorrection(id: string) {
  return inDatabase(site.dataDir, async (db) => {
    const { rowId } = await db.selectFrom("experts").select("rowId").where("id", "=", id).executeTakeFirstOrThrow();
    const texts = { says: "", should: "", source: "", message: "", email: "", notes: "" };
    const at = new Date().toISOString();
    const times = { createdAt: at, confirmedAt: at, dueAt: at, decidedAt: at, decidedBy: null, answeredInMs: 1 };
    const keys = { id: "correctionofdraf", tokenHash: "", expertRowId: rowId, userId: null };
    const state = { kind: "error", status: "applied", field: "title", isPublic: 1 } as const;
    await db
      .insertInto("requests")
      .values({ ...keys, ...state, ...texts, ...times })
      .execute();
  });
}

test("reliability 51 a public profile that becomes a draft is public nowhere, except its name in an article", async () => {
  const word = "Zebulonika";
  const { id, slug } = await createExpert({
    name: `Zoe ${word}`,
    title: `${word}ist`,
    longevityContribution: `${word} found.`,
    referenceLinks: [`https://${word}.example.org`],
    featured: true,
  });
  const article = {
    title: "About somebody",
    type: "research-insight",
    body: "Words.",
    expert: `/${slug}`,
    status: "published",
  };
  const articleAnswer = await json(site, "POST", "/api/admin/articles", article, { headers });
  expect([articleAnswer.status, articleAnswer.body.message]).toEqual([201, undefined]);
  await addCorrection(id);
  const usualPaths = ["/", "/directory", `/${slug}`, `/api/experts/${slug}`, "/sitemap.xml", "/corrections"];
  expect(await pathsThatTell(usualPaths, word)).toEqual(usualPaths);
  expect((await json(site, "PUT", `/api/experts/${id}`, { state: "draft" }, { headers })).status).toBe(200);
  // The article names the person it is about, and tells nothing else.
  const articlePaths = ["/", "/articles", "/api/articles"];
  expect((await pagesThatTell(word, slug, id)).filter((path) => !articlePaths.includes(path))).toEqual([]);
  for (const path of articlePaths)
    expect(await (await get(site, path)).text()).not.toMatch(new RegExp(`${word}ist|${word} found|${slug}`));
  expect(await toolsThatTell(word, slug, id)).toEqual([]);
});

/** Connects an account with a profile in every way that the site stores, and returns the tokens of its mailed links. */
async function connect(reader: { id: string; email: string }, expert: { id: string; slug: string }): Promise<string[]> {
  const now = new Date().toISOString();
  const tokens: Record<string, string> = {};
  const hashOf = (name: string) => {
    tokens[name] = `${name}-of-${reader.id}`;
    return createHash("sha256").update(tokens[name]).digest("hex");
  };
  await inDatabase(site.dataDir, async (db) => {
    await db.updateTable("users").set({ emailVerifiedAt: now }).where("id", "=", reader.id).execute();
    const experts = db.selectFrom("experts").select("rowId").where("id", "=", expert.id);
    const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
    const { id: userId, email } = reader;
    await db.insertInto("listEntries").values({ userId, expertRowId, addedAt: now }).execute();
    const follower = { id: `r${userId.slice(1)}`, email, rhythm: "daily" as const, nextAt: null, createdAt: now };
    await db.insertInto("followers").values(follower).execute();
    const followers = db.selectFrom("followers").select("rowId").where("email", "=", email);
    const { rowId: followerRowId } = await followers.executeTakeFirstOrThrow();
    const follow = { kind: "person" as const, expertRowId, target: expert.id, createdAt: now, toldUntil: now };
    await db
      .insertInto("follows")
      .values({ id: `f${userId.slice(1)}`, followerRowId, ...follow })
      .execute();
    const proof = { proof: "mail" as const, page: "", isStrong: 1, evidence: "", requestId: null };
    const times = { createdAt: now, claimedAt: now, confirmedAt: now, remindedAt: now };
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    for (const status of ["confirmed", "started"] as const) {
      const claim = { id: `${status[0]}${userId.slice(1)}`, expertRowId, userId, status, tokenHash: hashOf(status) };
      await db
        .insertInto("claims")
        .values({ ...claim, ...proof, ...times, expiresAt, takesQuestions: 1 })
        .execute();
    }
    const texts = { field: "title", says: "", should: "", source: "", message: "Wrong.", notes: "", isPublic: 0 };
    const undecided = { decidedAt: null, decidedBy: null, answeredInMs: null, dueAt: now, confirmedAt: now };
    for (const kind of ["error", "work"] as const) {
      const request = { id: `${kind[0]}${userId.slice(1)}`, kind, status: "open" as const, tokenHash: hashOf(kind) };
      await db
        .insertInto("requests")
        .values({ ...request, expertRowId, email, userId, createdAt: now, ...texts, ...undecided })
        .execute();
    }
    const question = { id: `q${userId.slice(1)}`, expertRowId, userId, email, name: "Rita", purpose: "" };
    await db
      .insertInto("questions")
      .values({ ...question, subject: "A talk", status: "open", createdAt: now, changedAt: now })
      .execute();
    const { rowId: questionRowId } = await db
      .selectFrom("questions")
      .select("rowId")
      .where("id", "=", question.id)
      .executeTakeFirstOrThrow();
    await db.insertInto("questionTexts").values({ questionRowId, author: "asker", text: "When?", at: now }).execute();
    const visit = { day: now.slice(0, 10), kind: "profile" as const, subject: expert.id, host: "", n: 3 };
    await db.insertInto("visits").values(visit).execute();
  });
  return Object.values(tokens);
}

test("reliability 51 readers and holders who are connected with a profile do not read what it became as a draft or in the trash", async () => {
  const expert = await createExpert({ name: "Nora Former", title: "Professor" });
  const reader = await signUp(site);
  const suggestion = await json(
    site,
    "POST",
    "/api/submissions",
    { ...fullSubmission, name: "Nora Former", title: "Professor", change: expert.slug },
    { headers: reader.headers },
  );
  expect(suggestion.status, JSON.stringify(suggestion.body)).toBe(201);
  const tokens = await connect(reader, expert);
  const paths = [
    ...builtRoutes()
      .map(({ path }) => path)
      .filter((path) => !/^\/(admin|api\/admin|logout)/.test(path))
      .flatMap((path) =>
        [expert.slug, expert.id, suggestion.body.id].map((value) =>
          path.replace("*", "").replaceAll(/:(\w+)\??/g, value),
        ),
      ),
    ...tokens.flatMap((token) =>
      ["/claim", "/still-right", "/report"].map((path) => `${path}?${new URLSearchParams({ token })}`),
    ),
  ];
  const pathsWith = async (word: string, asked: string[]) => {
    const tellingPaths: string[] = [];
    for (const path of new Set(asked)) {
      const answer = await get(site, path, { headers: { ...reader.headers, Accept: "*/*" } });
      if ((await answer.text()).includes(word)) tellingPaths.push(path);
    }
    return tellingPaths;
  };
  const pathsBefore = await pathsWith("Nora Former", paths);
  const kindsOfPaths = pathsBefore.map((path) => path.replace(/=.*/, "").replace(expert.slug, "SLUG"));
  for (const path of [
    "/account/data",
    "/my-profile/SLUG/edit",
    "/my-submissions",
    "/my-list",
    "/claim?token",
    "/still-right?token",
  ])
    expect(kindsOfPaths).toContain(path);
  const call = async (method: "PUT" | "DELETE", body?: object) =>
    expect((await json(site, method, `/api/experts/${expert.id}`, body, { headers })).status).toBe(200);
  await call("PUT", { state: "draft" });
  await call("PUT", { name: "Nora Quellwicht", title: "Quellwicht professor" });
  expect(await pathsWith("Quellwicht", pathsBefore)).toEqual([]);
  await call("DELETE");
  expect(await pathsWith("Quellwicht", pathsBefore)).toEqual([]);
});

test("reliability 51 the form of a new profile saves a draft, and first shows possible duplicates", async () => {
  const fields = { name: "Dora Formdraft", title: "Professor", "categories[]": "academic", state: "draft" };
  const duplicate = await form(site, "/admin/experts/new", { ...fields, name: `${WORD}, D.` }, { headers });
  expect(duplicate.status).toBe(409);
  const chosenState = 'name="chosenState" value="draft"';
  expect(await duplicate.text()).toContain(chosenState);
  const answered = { ...fields, name: `${WORD}, D.`, state: "", chosenState: "draft", seen: "nobody" };
  expect(await (await form(site, "/admin/experts/new", answered, { headers })).text()).toContain(chosenState);
  // Then the editor changes the name and presses "Save".
  const { seen: _, ...saved } = { ...answered, name: "Dora Publicform" };
  expect((await form(site, "/admin/experts/new", saved, { headers })).status).toBe(303);
  expect((await getJson(site, "/api/admin/experts?search=publicform", { headers })).body.experts).toMatchObject([
    { state: "public" },
  ]);
  const saveAnswer = await form(site, "/admin/experts/new", fields, { headers });
  expect(saveAnswer.status).toBe(303);
  const { body } = await getJson(site, "/api/admin/experts?search=formdraft", { headers });
  expect(body.experts).toMatchObject([{ state: "draft" }]);
});

test("reliability 51 a preview link is revoked, and a new one works", async () => {
  const { id } = await createExpert({ name: "Petra Preview", state: "draft" });
  const linkOf = async () => {
    const answer = await get(site, `/admin/experts/${id}/preview`, { headers });
    return String(answer.headers.get("Location"));
  };
  const [firstLink = "", ...simultaneousLinks] = await Promise.all([linkOf(), linkOf(), linkOf()]);
  expect(simultaneousLinks).toEqual([firstLink, firstLink]);
  const details = await inDatabase(site.dataDir, async (db) => {
    const entries = await db.selectFrom("auditLog").select("detail").where("subjectId", "=", id).execute();
    return entries.map(({ detail }) => detail);
  });
  expect(details.filter((detail) => detail === "preview link made")).toHaveLength(1);
  expect([await linkOf(), (await get(site, firstLink)).status]).toEqual([firstLink, 200]);
  const revocation = await form(site, `/admin/experts/${id}/editors`, { intent: "revoke" }, { headers });
  const afterRevocation = await get(site, String(revocation.headers.get("Location")), { headers });
  expect(await afterRevocation.text()).toContain("Nothing else was saved.");
  expect((await get(site, firstLink)).status).toBe(404);
  const secondLink = await linkOf();
  expect([secondLink === firstLink, (await get(site, secondLink)).status]).toEqual([false, 200]);
  await json(site, "PUT", `/api/experts/${id}`, { state: "public" }, { headers });
  expect((await get(site, secondLink)).status).toBe(404);
});

test("reliability 51 an impossible time is refused, and what was typed stays", async () => {
  const { id } = await createExpert({ name: "Tina Timed", state: "draft" });
  const send = (fields: object) =>
    form(site, `/admin/experts/${id}/editors`, { notes: "typed notes", sortName: "Timed, T.", ...fields }, { headers });
  for (const fields of [
    { state: "scheduled", publishAt: "2020-01-01T10:00" },
    { state: "scheduled", publishAt: "" },
    { state: "scheduled", publishAt: "2027-02-30T10:00" },
    { state: "scheduled", publishAt: "tomorrow" },
    { state: "draft", publishAt: "2099-03-28T02:30" },
  ]) {
    const answer = await send(fields);
    expect([fields, answer.status]).toEqual([fields, 400]);
    expect(await answer.text()).toContain("typed notes");
  }
  expect((await send({ state: "scheduled", publishAt: "2099-03-28T02:30" })).status).toBe(303);
  const { body } = await getJson(site, "/api/admin/experts?search=timed", { headers });
  expect(body.experts).toMatchObject([{ state: "scheduled", publishAt: "2099-03-28T02:30:00.000Z" }]);

  // Name, title, state and time are cells of their own, and each link names its profile.
  const list = parsePage(await (await get(site, "/admin/experts/drafts", { headers })).text());
  const row = [...list.querySelectorAll("tbody tr")].find((row) => row.textContent?.includes("Tina Timed"));
  const cells = Array.from(row?.children ?? [], (cell) => cell.textContent);
  expect(cells).toEqual(["", "Tina Timed", "Professor", "Scheduled", "28 Mar 2099, 02:30 UTC", "PreviewFor editors"]);
  expect(row?.querySelector("time")?.getAttribute("datetime")).toBe("2099-03-28T02:30:00.000Z");
  const links = Array.from(row?.querySelectorAll("td:last-child a") ?? [], (link) => link.getAttribute("aria-label"));
  expect(links).toEqual(["Preview: Tina Timed", "For editors: Tina Timed"]);
});

test("editors find a draft by its name: in the palette, in the list of drafts, and from the search of public profiles", async () => {
  const { id, slug } = await createExpert({ name: "Sibyl Searched", state: "draft" });
  await createExpert({ name: "Sibyl Other", state: "scheduled", publishAt: "2099-03-28T02:30:00Z" });
  const linksAt = async (path: string) => {
    const main = parsePage(await (await get(site, path, { headers })).text()).querySelector("main");
    return Array.from(main?.querySelectorAll("a") ?? [], (link) => [link.getAttribute("href"), link.textContent]);
  };
  expect(await linksAt("/admin/go?search=sibyl+searched")).toContainEqual([`/admin/experts/${id}`, "Sibyl Searched"]);
  const { body } = await getJson(site, "/api/admin/go?search=sibyl+searched", { headers });
  expect(body.found[0].hits).toEqual([
    { to: `/admin/experts/${id}`, label: "Sibyl Searched", purpose: "Draft. Professor" },
  ]);
  for (const number of ["One", "Two", "Three", "Four", "Five"])
    await createExpert({ name: `Sibyl Searched ${number}`, state: "public" });
  const { body: fullBody } = await getJson(site, "/api/admin/go?search=sibyl+searched", { headers });
  const hitsInFullList = fullBody.found[0].hits;
  expect(hitsInFullList).toHaveLength(5);
  expect(hitsInFullList.at(-1), "a draft is found beside many public profiles").toMatchObject({
    label: "Sibyl Searched",
  });
  const { id: keptId } = await createExpert({ name: "Someone Kept" });
  const merge = `/admin/experts/${keptId}/merge`;
  expect(await linksAt(`${merge}?search=sibyl+searched`)).toContainEqual([`${merge}?with=${slug}`, "Choose"]);
  const list = "/admin/experts/drafts?search=sibyl";
  expect(await linksAt("/admin/experts?search=sibyl")).toContainEqual([list, "2 drafts match"]);
  expect(await linksAt(`${list}+searched`)).toContainEqual([`/admin/experts/${id}`, "Sibyl Searched"]);
  expect((await linksAt(`${list}+searched`)).flat()).not.toContain("Sibyl Other");
  // "Release all" would also release drafts that the search leaves out.
  const page = parsePage(await (await get(site, list, { headers })).text());
  expect(page.querySelector("main [name=all]")).toBeNull();
});

test("EM08 notes of 20,000 characters fit into the form, with the line breaks that a browser sends", async () => {
  const { id } = await createExpert({ name: "Nina Noted", state: "draft" });
  const notes = "123456789\r\n".repeat(2_000);
  const answer = await form(site, `/admin/experts/${id}/editors`, { notes, sortName: "", state: "draft" }, { headers });
  expect(answer.status).toBe(303);
});

test("a group of an import offers to decide about all its rows only if it has rows", async () => {
  const table = { headers, name: "people.csv", content: "Name,Title\nEdda Example,Chemist\n" };
  const { path } = await uploadTable(site, table);
  const buttonsOf = async (show: string) => {
    const page = parsePage(await (await get(site, `${path}/rows?show=${show}`, { headers })).text());
    return Array.from(page.querySelectorAll("main [name=all]"), (button) => button.textContent);
  };
  expect(await buttonsOf("new")).toEqual(["Import all", "Leave all out"]);
  for (const show of ["changed", "question"]) expect([show, await buttonsOf(show)]).toEqual([show, []]);
});
