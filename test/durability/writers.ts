/** Runs concurrent writers that remember what the site acknowledged, and checks that all of it is stored. */
import { join } from "node:path";
import type SQLite from "better-sqlite3";
import sharp from "sharp";
import { type Random, seededRandom } from "../../scripts/seed-random";
import { signUp } from "../support/accounts";
import { fullSubmission } from "../support/people";
import { json } from "../support/requests";
import type { Site } from "../support/site";
import { testImage } from "../support/test-images";
import { imageFilesIn, inDatabase } from "./sites";

export type HeaderFields = Record<string, string>;
type People = Record<"admin" | "reader", { headers: HeaderFields }>;

/** One write that the site acknowledged. */
export type Write =
  | { kind: "account"; id: string; email: string }
  | { kind: "submission"; id: string; name: string }
  | { kind: "article"; id: string; body: string }
  | { kind: "image"; id: string; url: string };
export type Kind = Write["kind"];

export interface Writers {
  /** The acknowledged writes in the order of their answers. */
  acknowledged: Write[];
  /** Milliseconds that each write took. */
  times: number[];
  /** Answers with another status than the expected one. */
  unexpected: string[];
  /** Waits for what is under way, and begins no more. */
  stop(): Promise<void>;
}

/** The relative frequency of each kind of write. Hashing a password takes as long as ten other writes. */
export const MIX: [Kind, times: number][] = [
  ["article", 12],
  ["submission", 10],
  ["image", 3],
  ["account", 1],
];

class UnexpectedAnswer extends Error {}

/** Keeps `atOnce` writes under way until it is stopped. */
export function startWriters(
  site: Site,
  people: People,
  { atOnce = 16, seed, mix = MIX }: { atOnce?: number; seed: number; mix?: typeof MIX },
): Writers {
  const kinds = mix.flatMap(([kind, times]) => Array<Kind>(times).fill(kind));
  const writers = { acknowledged: [] as Write[], times: [] as number[], unexpected: [] as string[] };
  let isOver = false;
  const work = async (random: Random) => {
    const state = { article: "" };
    while (!isOver) {
      const startedAt = performance.now();
      try {
        writers.acknowledged.push(await write(site, people, random.pick(kinds), state));
        writers.times.push(performance.now() - startedAt);
      } catch (error) {
        // A connection that breaks has acknowledged nothing.
        if (error instanceof UnexpectedAnswer) writers.unexpected.push(error.message);
        else await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  };
  const workers = Array.from({ length: atOnce }, (_, index) => work(seededRandom(seed * atOnce + index)));
  const stop = async () => {
    isOver = true;
    await Promise.all(workers);
  };
  return { ...writers, stop };
}

let writeCount = 0;

async function write(site: Site, { admin, reader }: People, kind: Kind, state: { article: string }): Promise<Write> {
  const number = ++writeCount;
  const expect = (status: number, expected: number) => {
    if (status !== expected) throw new UnexpectedAnswer(`${kind} answered ${status}`);
  };
  const person = personNamed(`Written ${number} Person`);
  switch (kind) {
    case "account": {
      const { id, email } = await signUp(site).catch((error: Error) => {
        throw error.message.startsWith("Not registered") ? new UnexpectedAnswer(error.message) : error;
      });
      return { kind, id, email };
    }
    case "submission": {
      const { status, body } = await json(site, "POST", "/api/submissions", person, { headers: reader.headers });
      expect(status, 201);
      return { kind, id: body.id, name: person.name };
    }
    case "article": {
      const body = `Version ${number}.\n\n${"Words that were written. ".repeat(20).trim()}`;
      const { status, ...answer } = state.article
        ? await json(site, "PUT", `/api/admin/articles/${state.article}`, { body }, { headers: admin.headers })
        : await json(site, "POST", "/api/admin/articles", { title: `Written ${number}`, body }, admin);
      expect(status, state.article ? 200 : 201);
      // A new article now and then, so that histories stay short.
      state.article = number % 10 === 0 ? "" : answer.body.id;
      return { kind, id: answer.body.id, body };
    }
    case "image": {
      sample ??= testImage("png", 96, 64);
      // Decoders ignore what follows the end of a PNG; it makes another file of it.
      const { status, body } = await upload(site, Buffer.concat([await sample, Buffer.from(String(number))]), admin);
      expect(status, 201);
      return { kind, id: body.id, url: body.url };
    }
  }
}

let sample: Promise<Buffer> | undefined;

/** Returns a valid submission for a person with this name. */
export function personNamed(name: string) {
  const { submitterName: _n, submitterEmail: _e, ...fields } = fullSubmission;
  return { ...fields, name, referenceLinks: [`https://${name.toLowerCase().replaceAll(" ", "-")}.example/`] };
}

/** Sends an image as the field `file`; `body` is undefined when the answer is not JSON. */
export async function upload(
  site: Site,
  bytes: Buffer,
  { headers, path = "/api/admin/images" }: { headers: HeaderFields; path?: string },
) {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "sent.png");
  const answer = await fetch(site.url + path, { method: "POST", body, headers: { Origin: site.url, ...headers } });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : undefined };
}

/**
 * Returns the acknowledged writes that are not stored. Decodes only the images from the place `from` on, because the earlier
 * ones were decoded before.
 */
export async function lostWrites(dataDir: string, acknowledged: Write[], from = 0): Promise<string[]> {
  const missingWrites = inDatabase(dataDir, (database) => acknowledged.filter((write) => !isStored(database, write)));
  for (const write of acknowledged.slice(from)) {
    if (write.kind !== "image") continue;
    const decoding = sharp(join(dataDir, write.url)).raw().toBuffer();
    await decoding.catch(() => missingWrites.push(write));
  }
  return missingWrites.map(({ kind, id }) => `${kind} ${id}`);
}

function isStored(database: SQLite.Database, write: Write): boolean {
  const finds = (query: string, ...values: string[]) => database.prepare(query).get(...values) !== undefined;
  switch (write.kind) {
    case "account":
      return finds("SELECT 1 FROM users WHERE id = ? AND email = ?", write.id, write.email);
    case "submission":
      return finds("SELECT 1 FROM submissions WHERE id = ? AND name = ?", write.id, write.name);
    case "image":
      return finds("SELECT 1 FROM images WHERE id = ? AND url = ?", write.id, write.url);
    case "article":
      // A later version may have replaced the text, which is in the history then.
      return finds(
        `SELECT 1 FROM articles JOIN articleRevisions ON articleRowId = articles.rowId
          WHERE articles.id = ? AND json_extract(after, '$.body') = ?`,
        write.id,
        write.body,
      );
  }
}

/** Returns rows that lack another row of the same transaction, and images without their files. */
export function halfWritten(dataDir: string): string[] {
  const { onDisk, referenced } = imageFilesIn(dataDir);
  const rows = inDatabase(dataDir, (database) =>
    Object.entries(HALVES).flatMap(([label, query]) => {
      const ids = database.prepare(query).pluck().all();
      return ids.map((id) => `${label}: ${id}`);
    }),
  );
  return [...rows, ...[...referenced].filter((name) => !onDisk.has(name)).map((name) => `no file ${name}`)];
}

const HALVES = {
  "an account without its mail": `SELECT email FROM users WHERE role = 'user' AND NOT EXISTS
    (SELECT 1 FROM mails WHERE recipient = users.email AND kind = 'confirmAddress')`,
  "a submission without its websites": `SELECT id FROM submissions WHERE status = 'pending' AND changesExpertRowId IS NULL
    AND NOT EXISTS (SELECT 1 FROM websiteHosts WHERE submissionRowId = submissions.rowId)`,
  "submissions and mails about them, the difference": `SELECT s - m FROM (SELECT
    (SELECT count(*) FROM submissions WHERE userId IS NOT NULL) AS s,
    (SELECT count(*) FROM mails WHERE kind = 'submissionReceived') AS m) WHERE s <> m`,
  "a submission that cannot be found": `SELECT id FROM submissions
    WHERE rowId NOT IN (SELECT rowid FROM submissionSearch)`,
  "an article without its history": `SELECT id FROM articles WHERE origin = 'editor' AND body IS NOT
    (SELECT json_extract(after, '$.body') FROM articleRevisions WHERE articleRowId = articles.rowId
      ORDER BY articleRevisions.rowId DESC LIMIT 1)`,
  "an article that cannot be found": `SELECT id FROM articles WHERE rowId NOT IN (SELECT rowid FROM articleSearch)`,
  "an image without its line in the log": `SELECT id FROM images WHERE origin = 'upload' AND NOT EXISTS
    (SELECT 1 FROM auditLog WHERE subjectId = images.id AND action = 'image stored')`,
};
