/** Without passwords, sessions, mail, the trash and image files. */
import { AsyncResource } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { db, type Queryable, readDb } from "~/db.server";
import type { Admin } from "~/models/accounts/admin.server";
import type { RecentUser } from "~/models/accounts/sessions.server";
import { provenanceOfMany } from "~/models/ai/provenance.server";
import { evidenceOfMany } from "~/models/evidence/evidence.server";
import { toExpert } from "~/models/experts/experts.server";
import { EXPERT_RECORD } from "~/models/experts/fields";
import { EVERYONE, listingCounts } from "~/models/experts/listing.server";
import { publicRecord } from "~/models/experts/public-view.server";
import { exportedPages } from "~/models/pages/transfer.server";
import { namesWhere } from "~/models/records/fields";
import { audit } from "~/models/site/audit.server";
import { storedSettings } from "~/models/site/settings.server";
import { acceptedWorks, dismissedWorks } from "~/models/works/works.server";
import { PROGRAM } from "~/subject/names";

/** Raise it when earlier versions can no longer read an export. */
export const EXPORT_FORMAT = 1;

/** At most these rows and, after the first row, these bytes of text: what others wait for. */
const BATCH = { rows: 50, bytes: 1024 * 1024 };

export function exportName(now = new Date()): string {
  return `${PROGRAM}-export-${now.toISOString().slice(0, 10)}.json`;
}

/** Streams the export; the audit log notes the first read. */
export function exportDatabase(admin: RecentUser<Admin>): ReadableStream<Uint8Array> {
  // The stream outlives the request, whose address the log names.
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
    { highWaterMark: 0 },
  );
}

/** @param admin null for the operator at the command line. */
export async function noteExport(admin: Admin | null): Promise<void> {
  const counts = await listingCounts();
  await audit(db, admin, {
    action: "database exported",
    subjectKind: "directory",
    subjectId: "export",
    subjectName: exportName(),
    detail: `${counts[EVERYONE] ?? 0} experts`,
  });
}

export async function* exportChunks(from: Queryable = readDb): AsyncGenerator<string, void> {
  const head = { format: EXPORT_FORMAT, exportedAt: new Date().toISOString() };
  yield `${JSON.stringify(head).slice(0, -1)},\n"settings":${JSON.stringify(await storedSettings(from))}`;
  yield `,\n"pages":${JSON.stringify(await exportedPages(from))}`;
  for (const list of LISTS) yield* listChunks(from, list);
  yield "\n}\n";
}

/** Ids where a table has no row number. */
type Key = number | string;
/** Keys above `after`, up to `last`. */
export interface Range {
  after: Key;
  last: Key;
}

export interface List<R extends object = object> {
  name:
    | "users"
    | "experts"
    | "submissions"
    | "articles"
    | "images"
    | "libraryProjects"
    | "libraryImages"
    | "libraryContents";
  key: "id" | "rowId";
  /** Columns whose bytes count. */
  texts: string[];
  read(from: Queryable, range: Range): Promise<R[]>;
}

async function* listChunks(from: Queryable, list: List): AsyncGenerator<string, void> {
  let separator = `,\n"${list.name}":[\n`;
  for await (const records of batchesOf(from, list)) {
    yield separator + records.map((record) => JSON.stringify(record)).join(",\n");
    separator = ",\n";
  }
  yield separator === ",\n" ? "\n]" : `${separator}]`;
}

/** The records of a list, read in batches of limited size between which others run; none is empty. */
export async function* batchesOf<R extends object>(from: Queryable, list: List<R>): AsyncGenerator<R[], void> {
  let after: Key = list.key === "id" ? "" : 0;
  for (;;) {
    const last = await endOfBatch(from, list, after);
    if (last === null) return;
    const records = await list.read(from, { after, last });
    if (records.length) yield records;
    after = last;
    await setImmediate();
  }
}

/** The last key of the next batch; null at the end. */
async function endOfBatch(from: Queryable, { name, key, texts }: List, after: Key): Promise<Key | null> {
  // All lists are read alike, so one list's types suffice.
  const column = key as "rowId";
  const rows = await from
    .selectFrom(name as "experts")
    .select(`${column} as key`)
    .select((e) => texts.map((text) => e.fn<number>("octet_length", [text as "biography"]).as(text)))
    .where(column, ">", after as number)
    .orderBy(column)
    .limit(BATCH.rows)
    .execute();
  let bytes = 0;
  const end = rows.findIndex(({ key: _, ...sizes }) => {
    bytes += Object.values(sizes as Record<string, number>).reduce((sum, size) => sum + size, 0);
    return bytes > BATCH.bytes;
  });
  // A larger row is its own batch.
  const last = end < 0 ? rows.at(-1) : rows[Math.max(0, end - 1)];
  return last?.key ?? null;
}

/** The long columns of an expert. */
export const EXPERT_TEXTS = namesWhere(EXPERT_RECORD, ({ kind, max = 0 }) => kind === "rows" || max >= 10_000);

const LISTS: List[] = [
  { name: "users", key: "id", texts: [], read: users },
  {
    name: "experts",
    key: "rowId",
    texts: EXPERT_TEXTS,
    read: experts,
  },
  { name: "submissions", key: "rowId", texts: ["record", "sentRecord", "reviewNotes"], read: submissions },
  { name: "articles", key: "id", texts: ["body", "sources"], read: articles },
  { name: "images", key: "rowId", texts: ["prompt"], read: images },
  { name: "libraryProjects", key: "rowId", texts: ["description"], read: libraryProjects },
  { name: "libraryImages", key: "rowId", texts: [], read: libraryImages },
  { name: "libraryContents", key: "rowId", texts: ["content"], read: libraryContents },
];

async function users(from: Queryable, { after, last }: Range): Promise<object[]> {
  return (
    from
      .selectFrom("users")
      // Named columns keep future secrets out.
      .select([
        "id",
        "email",
        "emailVerifiedAt",
        "firstName",
        "lastName",
        "role",
        "status",
        "createdAt",
        "lastSignInAt",
      ])
      .where("id", ">", String(after))
      .where("id", "<=", String(last))
      .orderBy("id")
      .execute()
  );
}

async function experts(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("experts")
    .selectAll()
    .where("rowId", ">", Number(after))
    .where("rowId", "<=", Number(last))
    .where("deletedAt", "is", null)
    .orderBy("rowId")
    .execute();
  const rowIds = rows.map((row) => row.rowId);
  const found = from.selectFrom("slugs").selectAll().where("expertRowId", "in", rowIds).orderBy("slug");
  const slugs = await found.execute();
  const provenance = await provenanceOfMany(from, "expertRowId", rowIds);
  const evidence = await evidenceOfMany(from, "expertRowId", rowIds);
  const works = await acceptedWorks(from, rowIds);
  const dismissed = await dismissedWorks(from, rowIds);
  return rows.map((row) => {
    const former = slugs.filter(({ expertRowId, slug }) => expertRowId === row.rowId && slug !== row.slug);
    const more = { featuredPosition: row.featuredPosition, formerSlugs: former.map(({ slug }) => slug) };
    const known = {
      works: works.get(row.rowId) ?? [],
      dismissedWorks: dismissed.get(row.rowId) ?? [],
      provenance: provenance.get(row.rowId) ?? [],
      evidence: evidence.get(row.rowId) ?? [],
    };
    return { ...publicRecord(toExpert(row)), ...more, ...known };
  });
}

async function submissions(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("submissions")
    .leftJoin("experts as target", "target.rowId", "submissions.changesExpertRowId")
    .leftJoin("experts as result", "result.rowId", "submissions.expertRowId")
    .selectAll("submissions")
    .select(["target.slug as changes", "result.slug as expert"])
    .where("submissions.rowId", ">", Number(after))
    .where("submissions.rowId", "<=", Number(last))
    .orderBy("submissions.rowId")
    .execute();
  const rowIds = rows.map((row) => row.rowId);
  const provenance = await provenanceOfMany(from, "submissionRowId", rowIds);
  const evidence = await evidenceOfMany(from, "submissionRowId", rowIds);
  return rows.map(({ rowId, changesExpertRowId: _c, expertRowId: _e, draftId: _d, record, ...row }) => ({
    ...row,
    record: JSON.parse(record),
    provenance: provenance.get(rowId) ?? [],
    evidence: evidence.get(rowId) ?? [],
  }));
}

async function articles(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("articles")
    .leftJoin("experts", "experts.rowId", "articles.expertRowId")
    .selectAll("articles")
    .select("experts.slug as expert")
    .where("articles.id", ">", String(after))
    .where("articles.id", "<=", String(last))
    .where("articles.deletedAt", "is", null)
    .orderBy("articles.id")
    .execute();
  const rowIds = rows.map(({ rowId }) => rowId);
  const found = from.selectFrom("articleSlugs").selectAll().where("articleRowId", "in", rowIds).orderBy("slug");
  const slugs = await found.execute();
  const evidence = await evidenceOfMany(from, "articleRowId", rowIds);
  // The share token opens a draft, so it is a secret.
  return rows.map(
    ({ rowId, expertRowId: _, shareToken: _token, deletedAt: _at, tags, sources, onProfile, ...row }) => ({
      ...row,
      tags: JSON.parse(tags),
      sources: JSON.parse(sources),
      onProfile: onProfile === 1,
      formerSlugs: slugs.filter(({ articleRowId }) => articleRowId === rowId).map(({ slug }) => slug),
      evidence: evidence.get(rowId) ?? [],
    }),
  );
}

async function images(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("images")
    .selectAll()
    .where("rowId", ">", Number(after))
    .where("rowId", "<=", Number(last))
    .orderBy("rowId")
    .execute();
  return rows.map(({ rowId: _, files, ...row }) => ({ ...row, files: JSON.parse(files) }));
}

async function libraryProjects(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("libraryProjects")
    .selectAll()
    .where("rowId", ">", Number(after))
    .where("rowId", "<=", Number(last))
    .orderBy("rowId")
    .execute();
  return rows.map(({ rowId: _, createdBy: _by, ...row }) => row);
}

async function libraryImages(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("libraryImages")
    .leftJoin("experts", "experts.rowId", "libraryImages.expertRowId")
    .selectAll("libraryImages")
    .select("experts.slug as expert")
    .where("libraryImages.rowId", ">", Number(after))
    .where("libraryImages.rowId", "<=", Number(last))
    .orderBy("libraryImages.rowId")
    .execute();
  return rows.map(({ rowId: _, expertRowId: _e, createdBy: _by, ...row }) => row);
}

async function libraryContents(from: Queryable, { after, last }: Range): Promise<object[]> {
  const rows = await from
    .selectFrom("libraryContents")
    .leftJoin("experts", "experts.rowId", "libraryContents.expertRowId")
    .leftJoin("libraryProjects", "libraryProjects.rowId", "libraryContents.projectRowId")
    .selectAll("libraryContents")
    .select(["experts.slug as expert", "libraryProjects.id as project"])
    .where("libraryContents.rowId", ">", Number(after))
    .where("libraryContents.rowId", "<=", Number(last))
    .orderBy("libraryContents.rowId")
    .execute();
  const attached = await from
    .selectFrom("libraryContentImages")
    .selectAll()
    .where("contentRowId", ">", Number(after))
    .where("contentRowId", "<=", Number(last))
    .orderBy("contentRowId")
    .orderBy("imageId")
    .execute();
  return rows.map(({ rowId, expertRowId: _e, projectRowId: _p, createdBy: _by, seoTags, ...row }) => ({
    ...row,
    seoTags: JSON.parse(seoTags) as string[],
    images: attached.filter(({ contentRowId }) => contentRowId === rowId).map(({ imageId }) => imageId),
  }));
}
