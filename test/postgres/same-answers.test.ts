/** Compares the answers of one directory on both engines: readers, members and admins cannot tell the engines apart. */
import { cpSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import type { Kysely } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyFromPostgres } from "../../db/copy/databases";
import type { Database } from "../../db/schema";
import { NINTH_QUESTIONS } from "../search/ninth-questions";
import { solveCaptcha } from "../support/accounts";
import { CALLS, sendTo } from "../support/calls";
import { sendRequest } from "../support/checked-requests";
import { inDatabase, openDatabase, query, removeDatabase } from "../support/database";
import { pollUntil } from "../support/eventually";
import { type Mailbox, startMailbox } from "../support/mailbox";
import { RouteAddresses } from "../support/route-addresses";
import { startSite } from "../support/site";
import { createWorld, pagesOf, type Role, type World } from "../support/world";

const fileFolder = mkdtempSync(join(tmpdir(), "longevity-same-"));
let mailbox: Mailbox;
/** The directory on PostgreSQL, and its copy on SQLite. */
const worlds: World[] = [];
let fileDatabase: SQLite.Database;
/** The time from which on each site makes rows of its own. */
let copiedAt: string;
let experts: { slug: string; name: string }[];

/** Matches the calls that end, undo or delete something that other calls need, and a call whose job takes long. */
const NOT_CALLED_FIRST = /^DELETE|\/(logout|undo|decide|bulk|approve|reject|merge|restore|bulk-\w+|admin\/sources)$/;

beforeAll(async () => {
  mailbox = await startMailbox();
  const env = { SITE_URL: "https://same.example", SMTP_URL: mailbox.url, DOCUMENT_CACHE: "off" };
  const world = await createWorld({ experts: 200, articles: 60, submissions: 40, library: 30 }, env);
  worlds.push(world);
  const { dataDir } = world.site;
  for (const call of CALLS.filter(({ endpoint }) => !NOT_CALLED_FIRST.test(endpoint)))
    await sendTo(world, call, call.body && JSON.stringify(await call.body(world)));
  await inDatabase(dataDir, async (db) => {
    await addRows(db, world);
    // Sends the mails about decisions now, which otherwise wait until a decision can no longer be undone: each site would send them at
    // another time.
    await db
      .updateTable("mails")
      .set({ nextAttemptAt: new Date().toISOString() })
      .where("status", "=", "queued")
      .execute();
  });
  // A start removes what has expired, on both engines.
  await world.restart({});
  const unfinished = `SELECT id FROM jobs WHERE status IN ('waiting', 'running') UNION ALL
    SELECT id FROM mails WHERE status IN ('queued', 'sending', 'handedOver')`;
  await pollUntil(
    () => query(dataDir, unfinished),
    (rows) => rows.length === 0,
  );
  cpSync(dataDir, fileFolder, { recursive: true });
  for (const path of globSync(join(fileFolder, "longevity.db*"))) rmSync(path);
  const server = await openDatabase(dataDir);
  await copyFromPostgres(server, join(fileFolder, "longevity.db"));
  await server.close();
  worlds.push({ ...world, site: await startSite({ dataDir: fileFolder, env: { ...world.env, DATABASE_URL: "" } }) });
  fileDatabase = new SQLite(join(fileFolder, "longevity.db"), { readonly: true });
  copiedAt = new Date().toISOString();
  experts = fileDatabase
    .prepare<[], (typeof experts)[number]>("SELECT slug, name FROM experts WHERE state = 'public' ORDER BY rowId")
    .all();
});

afterAll(async () => {
  fileDatabase?.close();
  for (const { site } of worlds) await site.stop();
  await mailbox?.stop();
  rmSync(fileFolder, { recursive: true });
  await removeDatabase(fileFolder);
});

const timeOn = (day: number) => new Date(Date.now() - (40 - day) * 86_400_000).toISOString();

/** Adds rows to the tables that no call fills, because mails, registers and visits fill them. */
async function addRows(db: Kysely<Database>, { ids, people }: World): Promise<void> {
  const userId = people.member.id;
  const profiles = await db
    .selectFrom("experts")
    .select(["rowId", "id", "slug"])
    .where("state", "=", "public")
    .orderBy("rowId")
    .limit(12)
    .execute();
  const { rowId: expertRowId } = await db
    .selectFrom("experts")
    .select("rowId")
    .where("id", "=", ids.expert)
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    for (const [number, profile] of profiles.entries()) {
      const request = {
        field: number % 2 ? "title" : "",
        says: "Professor",
        should: "Émérite",
        source: "",
        message: "Ça n’est plus vrai.",
        email: `finder-${number}@mail.example`,
        notes: number === 3 ? "A note" : "",
        createdAt: timeOn(number + 1),
        confirmedAt: timeOn(number + 1),
        dueAt: number % 3 ? timeOn(number + 15) : null,
        decidedAt: number % 3 ? null : timeOn(number + 2),
        decidedBy: number % 3 ? null : people.admin.id,
        answeredInMs: number % 3 ? null : 86_400_000 + number,
        isPublic: number % 3 ? 0 : 1,
      };
      await tx
        .insertInto("requests")
        .values({
          ...request,
          id: `samerequest${String(number).padStart(5, "0")}`,
          tokenHash: `hash ${number}`,
          kind: (["error", "removal", "work"] as const)[number % 3] ?? "error",
          status: number % 3 ? "open" : "applied",
          expertRowId: profile.rowId,
        })
        .execute();
      const visits = { subject: profile.id, host: number % 2 ? "search.example" : "", n: 3 + (number % 4) };
      await tx
        .insertInto("visits")
        .values({
          ...visits,
          day: new Date(Date.now() - number * 86_400_000).toISOString().slice(0, 10),
          kind: "profile",
        })
        .execute();
      await tx
        .insertInto("listEntries")
        .values({ userId, expertRowId: profile.rowId, addedAt: timeOn(1 + (number % 5)) })
        .execute();
      await tx
        .insertInto("missedSearches")
        .values({
          words: `missed ${number}`,
          typed: `Missed ${number}`,
          count: 1 + (number % 3),
          firstDay: timeOn(1).slice(0, 10),
          lastDay: timeOn(9).slice(0, 10),
          isDismissed: 0,
        })
        .execute();
      const decision = { decision: "" as const, decidedAt: "", decidedBy: null };
      await tx
        .insertInto("identitySearches")
        .values({ expertRowId: profile.rowId, outcome: "found", detail: "", searchedAt: timeOn(number + 1) })
        .execute();
      await tx
        .insertInto("identityCandidates")
        .values({
          ...decision,
          expertRowId: profile.rowId,
          key: `Q${number}`,
          position: 0,
          orcid: "",
          wikidata: `Q${number}`,
          openalex: "",
          name: "Ada",
          description: "A biologist",
          employers: '["A university"]',
          works: "[]",
          reasons: '["Same employer."]',
          taken: "[]",
        })
        .execute();
      await tx
        .insertInto("portraitSearches")
        .values({
          expertRowId: profile.rowId,
          wikidata: "",
          outcome: "found",
          detail: "",
          searchedAt: timeOn(number + 1),
        })
        .execute();
      await tx
        .insertInto("portraitCandidates")
        .values({
          ...decision,
          expertRowId: profile.rowId,
          file: `File:Ada ${number}.jpg`,
          position: 0,
          author: "A. Photographer",
          licence: "CC BY 4.0",
          licenceUrl: "https://licence.example/",
          source: "https://commons.example/",
          width: 400,
          height: 400,
        })
        .execute();
      await tx
        .insertInto("sourceProposals")
        .values({
          id: `sameproposal${String(number).padStart(4, "0")}`,
          expertRowId: profile.rowId,
          field: "biography",
          sentence: "She knows.",
          quote: "She knew.",
          context: "",
          url: "https://source.example/",
          title: "A source",
          retrievedAt: timeOn(1),
          textHash: "",
          doi: "",
          score: 400 + number,
          shared: '["she"]',
          missing: "[]",
          status: "proposed",
          evidenceId: "",
          decidedBy: null,
          decidedAt: null,
        })
        .execute();
    }
    await tx
      .insertInto("visits")
      .values({ day: new Date().toISOString().slice(0, 10), kind: "site", subject: "", host: "", n: 77 })
      .execute();
    await tx
      .insertInto("claims")
      .values({
        id: "sameclaim0000000",
        expertRowId,
        userId,
        requestId: null,
        proof: "page",
        status: "confirmed",
        page: "https://hanna.example/",
        isStrong: 1,
        evidence: "{}",
        tokenHash: null,
        createdAt: timeOn(1),
        expiresAt: timeOn(20),
        claimedAt: timeOn(2),
        confirmedAt: timeOn(3),
        remindedAt: null,
      })
      .execute();
    const { rowId: followerRowId } = await tx
      .insertInto("followers")
      .values({
        id: "samefollower0000",
        email: people.member.email,
        rhythm: "weekly",
        nextAt: timeOn(43),
        createdAt: timeOn(1),
      })
      .returning("rowId")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("follows")
      .values([
        {
          id: "samefollow000000",
          followerRowId,
          kind: "person",
          expertRowId,
          target: ids.expert,
          createdAt: timeOn(1),
          toldUntil: timeOn(2),
        },
        {
          id: "samefollow000001",
          followerRowId,
          kind: "list",
          expertRowId: null,
          target: "/directory?category=author",
          createdAt: timeOn(2),
          toldUntil: timeOn(2),
        },
      ])
      .execute();
    const { rowId: questionRowId } = await tx
      .insertInto("questions")
      .values({
        id: "samequestion0000",
        expertRowId,
        userId,
        email: "asker@mail.example",
        name: "Asta Asker",
        purpose: "",
        subject: "A question",
        status: "open",
        createdAt: timeOn(4),
        changedAt: timeOn(4),
      })
      .returning("rowId")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("questionTexts")
      .values({ questionRowId, author: "asker", text: "How?", at: timeOn(4) })
      .execute();
    await tx
      .insertInto("apiKeys")
      .values({
        id: "samekey000000000",
        userId: people.admin.id,
        name: "A key",
        hash: "0",
        scope: "profiles:write",
        createdAt: timeOn(1),
        expiresAt: "2099-01-01T00:00:00.000Z",
        lastUsedOn: timeOn(4).slice(0, 10),
      })
      .execute();
    await tx
      .insertInto("pages")
      .values({
        id: "samepage00000000",
        slug: "thanks",
        title: "Thanks",
        body: "To **all**.",
        position: 9,
        inFooter: 1,
        updatedAt: timeOn(1),
      })
      .execute();
    await tx
      .insertInto("imageCredits")
      .values({
        imageId: ids.image,
        author: "A. Photographer",
        licence: "CC BY 4.0",
        licenceUrl: "https://licence.example/",
        source: "https://commons.example/",
        file: "",
        problem: "",
        checkedAt: "",
      })
      .execute();
    await tx
      .insertInto("toldPeople")
      .values({ expertRowId, toldAt: timeOn(2), way: "mail" })
      .execute();
  });
}

const CATEGORIES = ["academic-researchers", "authors", "clinical-practitioners", "podcasters-media"];
const SORTS = ["name", "newest", "reviewed", "updated"];

test("both engines give the same pages, files and answers to calls that read", async () => {
  const [world] = worlds as [World];
  const { ids, people } = world;
  const addresses = new RouteAddresses(fileDatabase, {
    experts: ids.expert,
    articles: ids.article,
    submissions: ids.submission,
    users: people.victim.id,
    content: ids.content,
    images: ids.image,
    promote: ids.promotion,
  })
    .all()
    .concat(
      "/directory?page=999",
      CATEGORIES.flatMap((slug) => [`/directory/${slug}`, `/directory/${slug}?page=2`]),
      SORTS.map((sort) => `/directory/authors?sort=${sort}&page=2`),
      SORTS.map((sort) => `/api/experts/paginated?sort=${sort}&limit=100`),
      [1, 2, 7, 13, 99].map((page) => `/api/experts/paginated?page=${page}&limit=24`),
      experts.filter((_, index) => index % 25 === 0).map(({ slug }) => `/${slug}`),
      experts.filter((_, index) => index % 31 === 0).map(({ slug }) => `/api/experts/${slug}`),
    )
    .concat(pagesOf(world).map(({ path }) => path));
  const refusedPaths = await compareAnswers(
    "nobody",
    addresses.filter((path) => !path.startsWith("/metrics")),
  );
  const forEditors = /^\/(api\/)?(admin|ai|library|openai|research)\b/;
  await compareAnswers(
    "admin",
    refusedPaths.filter((path) => forEditors.test(path)),
  );
  await compareAnswers(
    "member",
    refusedPaths.filter((path) => !forEditors.test(path)),
  );
});

test("both engines find the same by names, prefixes, typos, scripts, phrases of texts, categories and sorts", async () => {
  const names = experts.filter((_, index) => index % 18 === 0).map(({ name }) => name);
  const texts = [
    ...names,
    ...names.map((name) => name.slice(0, 4)),
    ...names.map((name) => `${name.slice(0, 3)}${name.slice(4)}`),
    ...names.slice(0, 8).map((name) => name.toUpperCase()),
    ..."a e longevity aging ageing stem-cell professor biology clinical metformin dna lab".split(" "),
    "山中",
    "김민준",
    "кузнецов",
    "محمد",
    "sørensen",
    "josé",
    "zoë",
    "professor of biology",
    "aging clok",
    "",
    " ",
    "!!!",
    "'",
    '"',
    "\\",
    "%",
    "_",
    "a'b\"c",
    "x".repeat(300),
    "& | ! ( ) : *",
    "\u{1F9EC}",
  ];
  const address = (text: string) => `/api/experts/paginated?limit=50&search=${encodeURIComponent(text)}`;
  await compareAnswers("nobody", [
    ...texts.map(address),
    ...texts.slice(0, 12).map((text) => `${address(text)}&category=author`),
    ...texts.slice(0, 12).flatMap((text) => SORTS.map((sort) => `${address(text)}&sort=${sort}`)),
    ..."smith aging clinical".split(" ").map((text) => `/directory?search=${text}`),
    ...NINTH_QUESTIONS.map(([question]) => address(question)),
    ...NINTH_QUESTIONS.filter((_, index) => index % 5 === 0).map(
      ([question]) => `${address(question)}&topic=biology-of-ageing`,
    ),
    ...names.map((name) => `/api/offers?q=${encodeURIComponent(name.slice(0, 5))}`),
  ]);
});

test("both engines give the same answers to calls that write", async () => {
  const [serverWorld, fileWorld] = worlds as [World, World];
  const differences: string[] = [];
  const statuses: number[] = [];
  const isLast = ({ endpoint }: { endpoint: string }) => Number(/^DELETE|\/logout$|\/bulk/.test(endpoint));
  for (const call of [...CALLS].sort((call, other) => isLast(call) - isLast(other))) {
    // The answer of this call tells how far its job has come.
    if (call.endpoint === "POST /api/admin/sources") continue;
    const body = await call.body?.(serverWorld);
    // Each site asks a security question of its own.
    const question = body && "captchaExpected" in body ? await solveCaptcha(fileWorld.site) : {};
    const answers = [
      await sendTo(fileWorld, call, body && JSON.stringify({ ...body, ...question })),
      await sendTo(serverWorld, call, body && JSON.stringify(body)),
    ];
    const [fileAnswer = "", serverAnswer = ""] = answers.map(
      ({ status, text }) => `${status} ${withoutNewValues(text)}`,
    );
    if (fileAnswer !== serverAnswer) differences.push(`${call.endpoint}\n${firstDifference(fileAnswer, serverAnswer)}`);
    statuses.push(answers[0]?.status ?? 0);
  }
  expect(differences.join("\n\n")).toBe("");
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(40);
});

/** Returns the answer to a call that writes without the ids, names of files, secrets and times that it made. */
function withoutNewValues(text: string): string {
  return text
    .replace(/uploads\/\w\w\//g, "uploads/")
    .replace(/\b[0-9a-z]{16}\b/g, "(id)")
    .replace(/\bwhsec_[\w+/=]+/g, "(secret)")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "(time)");
}

/** Compares the answers of both engines. Returns the addresses that asked somebody to sign in, or refused them. */
async function compareAnswers(as: Role, paths: string[]): Promise<string[]> {
  const differences: string[] = [];
  const refusedPaths: string[] = [];
  for (const path of new Set(paths)) {
    const [serverAnswer = "", fileAnswer = ""] = await Promise.all(
      worlds.map((world) => answerOf(world, { path, as })),
    );
    if (fileAnswer !== serverAnswer) differences.push(`${path}\n${firstDifference(fileAnswer, serverAnswer)}`);
    if (/^(401|403|30\d \/login)/.test(fileAnswer)) refusedPaths.push(path);
  }
  expect(differences.join("\n\n"), as).toBe("");
  return refusedPaths;
}

/** Returns the answer without the data of scripts, whose order has no meaning, and without the values that differ for each request or minute. */
async function answerOf(world: World, question: { path: string; as: Role }): Promise<string> {
  const { status, headers, text, bytes } = await sendRequest(world, question);
  const body = headers["content-type"]?.startsWith("text/html") ? text.replace(/<script\b.*?<\/script>/gs, "") : text;
  const comparedBody = body
    .replace(/<time dateTime="([^"]*)"[^>]*>[^<]*<\/time>/g, (element, time) => (time > copiedAt ? "(new)" : element))
    .replace(/>(just now|\d+ min ago)</g, ">(age)<")
    .replace(/nonce="[^"]*"/g, "")
    .replace(/What is \d+ plus \d+\?/g, "(question)")
    .replace(
      /(name="(?:captchaExpected|draftId|formId|id)" value=|"(?:expected|challenge|exportedAt)":)"[^"]*"/g,
      "$1(new)",
    );
  return `${status} ${headers.location} ${text ? "" : bytes.toString("latin1")}\n${comparedBody}`;
}

function firstDifference(first: string, other: string): string {
  let at = 0;
  while (first[at] === other[at]) at++;
  return [first, other].map((text) => text.slice(Math.max(0, at - 60), at + 100)).join("\n");
}
