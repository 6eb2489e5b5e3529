/** Many who write at the same time, and remember exactly what the site said was stored. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type SQLite from "better-sqlite3";
import sharp from "sharp";
import { signUp } from "../../test/support/accounts";
import { suggestion } from "../../test/support/people";
import { picture } from "../../test/support/pictures";
import { form, json } from "../../test/support/requests";
import type { Site } from "../../test/support/site";
import { drawFrom } from "../seed-random";
import { inDatabase, picturesIn } from "./sites";

type Person = { headers: Record<string, string> };

/** One write that the site acknowledged. */
export type Write =
  | { kind: "account"; id: string; email: string }
  | { kind: "submission"; id: string; name: string }
  | { kind: "article"; id: string; body: string }
  | { kind: "picture"; id: string; url: string };

export type Kind = Write["kind"] | "form";

export interface Writers {
  /** Everything acknowledged so far, in this order. */
  acknowledged: Write[];
  /** Milliseconds of each, and when it began (`performance.now()`). */
  times: { began: number; ms: number }[];
  /** Answers that were none of those asked for. */
  unexpected: string[];
  /** Lets those that run end, and begins no more. */
  stop(): Promise<void>;
}

/** Which writes how often: hashing a password takes as long as ten others. */
const MIX: Kind[] = [
  ...Array<Kind>(12).fill("article"),
  ...Array<Kind>(8).fill("submission"),
  ...Array<Kind>(4).fill("form"),
  ...Array<Kind>(3).fill("picture"),
  "account",
];

let numbers = 0;
/** What follows the end of a PNG is not looked at, and makes another picture of it. */
function base(): Promise<Buffer> {
  made ??= picture("png", 96, 64);
  return made;
}
let made: Promise<Buffer> | undefined;

/**
 * Starts to write, with so many at a time, until told to stop or the site is gone.
 *
 * @param mix kinds of writes, each as often as it stands there.
 */
export function startWriters(
  site: Site,
  people: { admin: Person; reader: Person },
  { atOnce = 16, seed, mix = MIX }: { atOnce?: number; seed: number; mix?: Kind[] },
): Writers {
  const acknowledged: Write[] = [];
  const times: Writers["times"] = [];
  const unexpected: string[] = [];
  let isOver = false;
  const each = Array.from({ length: atOnce }, async (_, place) => {
    const draw = drawFrom(seed * atOnce + place);
    const own = { article: "" };
    while (!isOver) {
      const kind = draw.one(mix);
      const began = performance.now();
      try {
        acknowledged.push(await write(site, people, kind, own));
      } catch (error) {
        // A connection that breaks off has acknowledged nothing; whoever killed the site stops us.
        if (error instanceof Unexpected) unexpected.push(error.message);
        else await new Promise((resolve) => setTimeout(resolve, 5));
        continue;
      }
      times.push({ began, ms: performance.now() - began });
    }
  });
  return {
    acknowledged,
    times,
    unexpected,
    async stop() {
      isOver = true;
      await Promise.all(each);
    },
  };
}

class Unexpected extends Error {}

async function write(
  site: Site,
  { admin, reader }: { admin: Person; reader: Person },
  kind: Kind,
  own: { article: string },
): Promise<Write> {
  const number = ++numbers;
  const expect = (is: number, should: number) => {
    if (is !== should) throw new Unexpected(`${kind} answered ${is}`);
  };
  const { submitterName: _n, submitterEmail: _e, ...typed } = suggestion;
  const person = { ...typed, name: `Written ${number} Person`, referenceLinks: [`https://written-${number}.example/`] };
  switch (kind) {
    case "account": {
      const { id, email } = await signUp(site).catch((error: Error) => {
        throw error.message.startsWith("Not registered") ? new Unexpected(error.message) : error;
      });
      return { kind, id, email };
    }
    case "submission": {
      const { status, body } = await json(site, "POST", "/api/submissions", person, { headers: reader.headers });
      expect(status, 201);
      return { kind, id: body.id, name: person.name };
    }
    case "form": {
      const pairs = Object.entries(person).flatMap(([name, value]): [string, string][] =>
        Array.isArray(value) ? value.map((one) => [`${name}[]`, one]) : [[name, value]],
      );
      const answer = await form(site, "/submit", pairs, { headers: reader.headers });
      await answer.text();
      expect(answer.status, 303);
      const id = /received=(\w+)/.exec(answer.headers.get("Location") ?? "")?.[1] ?? "";
      return { kind: "submission", id, name: person.name };
    }
    case "article": {
      const body = `Version ${number}.\n\n${"Words that were written. ".repeat(20).trim()}`;
      const { headers } = admin;
      const { status, ...answer } = own.article
        ? await json(site, "PUT", `/api/admin/articles/${own.article}`, { body }, { headers })
        : await json(site, "POST", "/api/admin/articles", { title: `Written ${number}`, body }, { headers });
      expect(status, own.article ? 200 : 201);
      const { id } = answer.body;
      // A new article now and then, so that their histories stay readable.
      own.article = number % 10 === 0 ? "" : id;
      return { kind, id, body };
    }
    case "picture": {
      const body = new FormData();
      body.append(
        "file",
        new Blob([new Uint8Array(await base()), String(number)], { type: "image/png" }),
        `${number}.png`,
      );
      const headers = { Origin: site.url, ...admin.headers };
      const answer = await fetch(`${site.url}/api/admin/images`, { method: "POST", body, headers });
      const image = await answer.json();
      expect(answer.status, 201);
      return { kind, id: image.id, url: image.url };
    }
  }
}

/** What was acknowledged and is not there; each in words. Only pictures since `from` are decoded: the others were before. */
export async function lost(dataDir: string, acknowledged: Write[], from = 0): Promise<string[]> {
  const gone = inDatabase(dataDir, (database) => acknowledged.filter((one) => !isThere(database, one)));
  const { onDisk } = picturesIn(dataDir);
  for (const one of acknowledged) if (one.kind === "picture" && !onDisk.has(nameOf(one.url))) gone.push(one);
  for (const one of acknowledged.slice(from)) {
    if (one.kind !== "picture" || !onDisk.has(nameOf(one.url))) continue;
    if (!(await isReadable(join(dataDir, one.url)))) gone.push(one);
  }
  return gone.map((one) => `${one.kind} ${one.id}`);
}

const nameOf = (url: string) => url.replace(/^\/uploads\//, "");

function isThere(database: SQLite.Database, one: Write): boolean {
  const found = (query: string, ...values: string[]) => database.prepare(query).get(...values) !== undefined;
  switch (one.kind) {
    case "account":
      return found("SELECT 1 FROM users WHERE id = ? AND email = ?", one.id, one.email);
    case "submission":
      return found("SELECT 1 FROM submissions WHERE id = ? AND name = ?", one.id, one.name);
    case "picture":
      return found("SELECT 1 FROM images WHERE id = ? AND url = ?", one.id, one.url);
    case "article":
      // What came after it may stand there now; then it is in the history.
      return found(
        `SELECT 1 FROM articles JOIN articleRevisions ON articleRowId = articles.rowId
          WHERE articles.id = ? AND json_extract(after, '$.body') = ?`,
        one.id,
        one.body,
      );
  }
}

async function isReadable(file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  return sharp(readFileSync(file))
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** What is there by half, whoever asked for it: rows without what is written with them, pictures without their files. */
export function halves(dataDir: string): string[] {
  const { onDisk, referenced } = picturesIn(dataDir);
  const files = [...referenced].filter((name) => !onDisk.has(name)).map((name) => `${name} is no file`);
  return inDatabase(dataDir, (database) => [
    ...files,
    ...Object.entries(HALVES).flatMap(([what, query]) =>
      (database.prepare(query).pluck().all() as string[]).map((id) => `${what}: ${id}`),
    ),
  ]);
}

const HALVES = {
  "an account without its mail": `SELECT email FROM users WHERE role = 'user' AND NOT EXISTS
    (SELECT 1 FROM mails WHERE recipient = users.email AND kind = 'confirmAddress')`,
  "a submission without its websites": `SELECT id FROM submissions WHERE status = 'pending' AND changesExpertRowId IS NULL
    AND NOT EXISTS (SELECT 1 FROM websiteHosts WHERE submissionRowId = submissions.rowId)`,
  "a submission without its mail": `SELECT 'one of ' || (s - m) FROM (SELECT
    (SELECT count(*) FROM submissions WHERE userId IS NOT NULL) AS s,
    (SELECT count(*) FROM mails WHERE kind = 'submissionReceived') AS m) WHERE s <> m`,
  "a submission that cannot be found": `SELECT id FROM submissions
    WHERE rowId NOT IN (SELECT rowid FROM submissionSearch)`,
  "an article without its history": `SELECT id FROM articles WHERE origin = 'editor' AND body IS NOT
    (SELECT json_extract(after, '$.body') FROM articleRevisions WHERE articleRowId = articles.rowId
      ORDER BY articleRevisions.rowId DESC LIMIT 1)`,
  "an article that cannot be found": `SELECT id FROM articles WHERE rowId NOT IN (SELECT rowid FROM articleSearch)`,
  "a picture without its line in the log": `SELECT id FROM images WHERE origin = 'upload' AND NOT EXISTS
    (SELECT 1 FROM auditLog WHERE subjectId = images.id AND action = 'image stored')`,
};
