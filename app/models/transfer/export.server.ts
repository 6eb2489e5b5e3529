/**
 * The whole directory as one JSON file (admin-side.md §7, decision D70): streamed, so that its size costs no memory.
 * Secrets stay here: password hashes, sessions, links, Google's ids, and mail. The trash and the files of pictures are
 * not part of it; a backup holds those.
 */
import { AsyncResource } from "node:async_hooks";
import { db, type ExpertRow, type Queryable, readDb } from "~/db.server";
import type { Admin } from "~/models/accounts/admin.server";
import { provenanceOfMany } from "~/models/ai/provenance.server";
import { toExpert } from "~/models/experts/experts.server";
import { EVERYONE, listingCounts } from "~/models/experts/listing.server";
import { audit } from "~/models/site/audit.server";
import { storedSettings } from "~/models/site/settings.server";
import { exportedContents, exportedLibraryImages, exportedProjects } from "./export-library.server";

/** Goes up when an export is no longer what an earlier version could read. */
export const EXPORT_FORMAT = 1;

/** Rows that are read at a time: enough to be quick, few enough to leave the event loop to others. */
const BATCH = 200;

/** The name of the file: of this day, in UTC. */
export function exportName(now = new Date()): string {
  return `longevity-leaders-export-${now.toISOString().slice(0, 10)}.json`;
}

/**
 * An export, noted in the audit log when the first piece of it is asked for: nothing is taken out by who asks for the
 * headers alone.
 *
 * @returns the file, one record a line. It breaks off when the database fails meanwhile, so that no half of it passes
 *   for the whole.
 */
export function exportDatabase(admin: Admin): ReadableStream<Uint8Array> {
  // The stream is read when the request's own work is over; the log names the request's address.
  const note = AsyncResource.bind(() => noteExport(admin));
  const chunks = exportChunks();
  let isNoted = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isNoted) await note();
        isNoted = true;
        const { value, done } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(new TextEncoder().encode(value));
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    // One piece at a time: the next is made when the reader wants it.
    { highWaterMark: 0 },
  );
}

async function noteExport(admin: Admin): Promise<void> {
  const counts = await listingCounts();
  await audit(db, admin, {
    action: "database exported",
    subjectKind: "directory",
    subjectId: "export",
    subjectName: exportName(),
    detail: `${counts[EVERYONE] ?? 0} experts`,
  });
}

/** The file in pieces, each made when it is asked for. */
export async function* exportChunks(from: Queryable = readDb): AsyncGenerator<string, void> {
  const head = { format: EXPORT_FORMAT, exportedAt: new Date().toISOString() };
  yield `${JSON.stringify(head).slice(0, -1)},\n"settings":${JSON.stringify(await storedSettings(from))}`;
  yield* list("users", (after) => users(from, after));
  yield* list("experts", (after) => experts(from, after));
  yield* list("submissions", (after) => submissions(from, after));
  yield* list("articles", (after) => articles(from, after));
  yield* list("images", (after) => images(from, after));
  yield* list("libraryProjects", async (after) => byRow(await exportedProjects(from, Number(after ?? 0), BATCH)));
  yield* list("libraryImages", async (after) => byRow(await exportedLibraryImages(from, Number(after ?? 0), BATCH)));
  yield* list("libraryContents", async (after) => byRow(await exportedContents(from, Number(after ?? 0), BATCH)));
  yield "\n}\n";
}

/** What a list is read by: row numbers, or ids where a table has none. */
type Key = number | string;

interface Batch {
  records: object[];
  /** What the next batch comes after; null after the last. */
  last: Key | null;
}

async function* list(name: string, read: (after: Key | null) => Promise<Batch>): AsyncGenerator<string, void> {
  let separator = `,\n"${name}":[\n`;
  let after: Key | null = null;
  do {
    const { records, last }: Batch = await read(after);
    for (const record of records) {
      yield separator + JSON.stringify(record);
      separator = ",\n";
    }
    after = last;
    // Others have their turn between two batches.
    await new Promise(setImmediate);
  } while (after !== null);
  yield separator === ",\n" ? "\n]" : `${separator}]`;
}

async function experts(from: Queryable, after: Key | null): Promise<Batch> {
  const rows = await from
    .selectFrom("experts")
    .selectAll()
    .where("rowId", ">", Number(after ?? 0))
    .orderBy("rowId")
    .limit(BATCH)
    .execute();
  const slugs = await slugsOf(from, rows);
  const rowIds = rows.map((row) => row.rowId);
  const provenance = await provenanceOfMany(from, "expertRowId", rowIds);
  const records = rows
    .filter((row) => row.deletedAt === null)
    .map((row) => {
      const former = (slugs.get(row.rowId) ?? []).filter((slug) => slug !== row.slug);
      const written = { provenance: provenance.get(row.rowId) ?? [] };
      return { ...toExpert(row), featuredPosition: row.featuredPosition, formerSlugs: former, ...written };
    });
  return { records, last: lastOf(rows, (row) => row.rowId) };
}

async function slugsOf(from: Queryable, rows: ExpertRow[]): Promise<Map<number, string[]>> {
  const slugs = new Map<number, string[]>();
  if (rows.length === 0) return slugs;
  const found = await from
    .selectFrom("slugs")
    .selectAll()
    .where(
      "expertRowId",
      "in",
      rows.map((row) => row.rowId),
    )
    .orderBy("slug")
    .execute();
  for (const { slug, expertRowId } of found) slugs.set(expertRowId, [...(slugs.get(expertRowId) ?? []), slug]);
  return slugs;
}

async function submissions(from: Queryable, after: Key | null): Promise<Batch> {
  const rows = await from
    .selectFrom("submissions")
    .leftJoin("experts as target", "target.rowId", "submissions.changesExpertRowId")
    .leftJoin("experts as result", "result.rowId", "submissions.expertRowId")
    .selectAll("submissions")
    .select(["target.slug as changes", "result.slug as expert"])
    .where("submissions.rowId", ">", Number(after ?? 0))
    .orderBy("submissions.rowId")
    .limit(BATCH)
    .execute();
  const rowIds = rows.map((row) => row.rowId);
  const provenance = await provenanceOfMany(from, "submissionRowId", rowIds);
  const records = rows.map(({ rowId, changesExpertRowId: _c, expertRowId: _e, draftId: _d, record, ...row }) => ({
    ...row,
    record: JSON.parse(record),
    provenance: provenance.get(rowId) ?? [],
  }));
  return { records, last: lastOf(rows, (row) => row.rowId) };
}

async function articles(from: Queryable, after: Key | null): Promise<Batch> {
  const rows = await from
    .selectFrom("articles")
    .leftJoin("experts", "experts.rowId", "articles.expertRowId")
    .selectAll("articles")
    .select("experts.slug as expert")
    .where("articles.id", ">", String(after ?? ""))
    .orderBy("articles.id")
    .limit(BATCH)
    .execute();
  const former = await formerSlugsOf(from, rows);
  const records = rows
    .filter((row) => row.deletedAt === null)
    // Who has the token sees a draft: a secret.
    .map(({ rowId, expertRowId: _, shareToken: _token, deletedAt: _at, tags, sources, onProfile, ...row }) => ({
      ...row,
      tags: JSON.parse(tags),
      sources: JSON.parse(sources),
      onProfile: onProfile === 1,
      formerSlugs: former.get(rowId) ?? [],
    }));
  return { records, last: lastOf(rows, (row) => row.id) };
}

async function formerSlugsOf(from: Queryable, rows: { rowId: number }[]): Promise<Map<number, string[]>> {
  const slugs = new Map<number, string[]>();
  if (rows.length === 0) return slugs;
  const rowIds = rows.map(({ rowId }) => rowId);
  const found = from.selectFrom("articleSlugs").selectAll().where("articleRowId", "in", rowIds).orderBy("slug");
  for (const { slug, articleRowId } of await found.execute())
    slugs.set(articleRowId, [...(slugs.get(articleRowId) ?? []), slug]);
  return slugs;
}

async function images(from: Queryable, after: Key | null): Promise<Batch> {
  const rows = await from
    .selectFrom("images")
    .selectAll()
    .where("rowId", ">", Number(after ?? 0))
    .orderBy("rowId")
    .limit(BATCH)
    .execute();
  const records = rows.map(({ rowId: _, files, ...row }) => ({ ...row, files: JSON.parse(files) }));
  return { records, last: lastOf(rows, (row) => row.rowId) };
}

async function users(from: Queryable, after: Key | null): Promise<Batch> {
  const rows = await from
    .selectFrom("users")
    // Named one by one, so that a secret that is added to the table one day does not come with it.
    .select(["id", "email", "emailVerifiedAt", "firstName", "lastName", "role", "status", "createdAt", "lastSignInAt"])
    .where("id", ">", String(after ?? ""))
    .orderBy("id")
    .limit(BATCH)
    .execute();
  return { records: rows, last: lastOf(rows, (row) => row.id) };
}

function byRow({ rows, records }: { rows: { rowId: number }[]; records: object[] }): Batch {
  return { records, last: lastOf(rows, (row) => row.rowId) };
}

function lastOf<T>(rows: T[], keyOf: (row: T) => Key): Key | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < BATCH ? null : keyOf(last);
}
