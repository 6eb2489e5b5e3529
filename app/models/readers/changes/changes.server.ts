/** Lists changes of the public records, for programs that keep a copy. */
import { z } from "zod";
import { readDb } from "~/db.server";
import { AppError } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import { EVERYONE } from "~/models/records/listings/listing.server";
import { KIND_NAMES, type KindName, PUBLIC_KINDS, type PublicKind } from "~/models/records/shared/public-kinds";
import { isPublicRow } from "~/models/records/shared/public-rows.server";
import { ahead } from "~/stored-times";

export interface Change {
  kind: KindName;
  id: string;
  change: "added" | "changed" | "removed";
  /** null for a removal, because the slug may contain the name of somebody who asked to be removed. */
  slug: string | null;
  at: string;
}

const PAGE_SIZE = 200;

const INVALID_CURSOR = "Since must be a cursor, or a time in UTC.";

/** Parses the time and the id of the last change that the caller read. */
const Since = z.object({
  since: z
    .string()
    .regex(/^(\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?(_[0-9a-z]{1,40})?)?$/, INVALID_CURSOR)
    .default(""),
});

/**
 * Returns up to 200 changes since a cursor or a time, oldest first. Adds the cursor of the next page, and whether there
 * are more now. Throws "invalid".
 */
export async function changesSince(
  input: unknown,
  now = Date.now(),
): Promise<{ changes: Change[]; next: string; more: boolean }> {
  const { since } = parse(Since, input);
  const [time = "", id = ""] = since.split("_");
  const position = { at: toStoredTime(time), id };
  const { until } = ahead(0, now);
  // Restarts a cursor of a clock that ran ahead, which would leave out all changes until then.
  const cursor = position.at > until && id !== "" ? { at: "", id: "" } : position;
  const candidates = await readChanges(cursor, until);
  const changes = candidates.slice(0, PAGE_SIZE);
  const hasMore = candidates.length > PAGE_SIZE;
  const lastChange = changes.at(-1);
  const nextCursor = lastChange ? cursorAfter(lastChange) : cursor === position ? since : "";
  // Repeats changes with a time ahead, so that no cursor goes beyond the present.
  const futureCursor = cursor.at > until ? cursor : { at: until, id: "" };
  return {
    changes: hasMore ? changes : [...changes, ...(await readChanges(futureCursor, END_OF_TIME))],
    next: nextCursor,
    more: hasMore,
  };
}

const END_OF_TIME = "9999";

/** Reads changes in order, one more than a page holds, which shows that there is another page. */
async function readChanges(cursor: Cursor, until: string): Promise<Change[]> {
  const recordLists = KIND_NAMES.map((kind) =>
    kind === "expert" ? expertChanges(cursor, until) : recordChanges(kind, cursor, until),
  );
  const unsortedChanges = (await Promise.all([...recordLists, removalChanges(cursor, until)])).flat();
  return unsortedChanges
    .sort((change, other) => compareText(change.at, other.at) || compareText(change.id, other.id))
    .slice(0, PAGE_SIZE + 1);
}

/** Returns the cursor from which everything after a change follows. */
export function cursorAfter({ at, id }: Cursor): string {
  return `${at}_${id}`;
}

/** Returns a time as it is stored, with milliseconds, because times are compared as text. Throws "invalid". */
function toStoredTime(time: string): string {
  if (time === "") return "";
  if (Number.isFinite(Date.parse(time))) return new Date(time).toISOString();
  throw new AppError("invalid", INVALID_CURSOR, { since: INVALID_CURSOR });
}

interface Cursor {
  at: string;
  id: string;
}

/** Reads changes of profiles; leaves out those that are still being added to the lists. */
async function expertChanges(cursor: Cursor, until: string): Promise<Change[]> {
  const rows = await readDb
    .selectFrom("experts")
    .leftJoin("listing", (join) =>
      join.onRef("listing.expertRowId", "=", "experts.rowId").on("listing.category", "=", EVERYONE),
    )
    .select(["experts.id", "experts.slug", "experts.createdAt", "experts.updatedAt", "deletedAt", "listing.category"])
    .where("experts.updatedAt", "<=", until)
    .where(({ eb, and, or }) =>
      and([
        eb("experts.updatedAt", ">=", cursor.at),
        or([eb("experts.updatedAt", ">", cursor.at), eb("experts.id", ">", cursor.id)]),
        // Leaves out profiles that are still being added: they are neither listed nor deleted.
        or([eb("deletedAt", "is not", null), eb("listing.category", "is not", null)]),
        eb("experts.state", "=", "public"),
      ]),
    )
    .orderBy("experts.updatedAt")
    .orderBy("experts.id")
    .limit(PAGE_SIZE + 1)
    .execute();
  return rows.map(({ deletedAt, createdAt, updatedAt, id, slug }) =>
    changeOf({ kind: "expert", id, slug, at: updatedAt }, { isPublic: deletedAt === null, since: createdAt }, cursor),
  );
}

/** Reads changes of records that were public at least once; withdrawn records count as removed. */
async function recordChanges(kind: KindName, cursor: Cursor, until: string): Promise<Change[]> {
  const { table, since, publicWhen }: PublicKind = PUBLIC_KINDS[kind];
  // Borrows the column types of articles, because the query is the same for every kind.
  const column = since as "publishedAt";
  const rows = await readDb
    .selectFrom(table as "articles")
    .select(["id", "slug", `${column} as since`, "updatedAt", "deletedAt"])
    .$if(publicWhen !== null, (query) => query.select(`${publicWhen?.column as "status"} as state`))
    .where(column, "is not", null)
    .where("updatedAt", "<=", until)
    .where(({ eb, and, or }) =>
      and([eb("updatedAt", ">=", cursor.at), or([eb("updatedAt", ">", cursor.at), eb("id", ">", cursor.id)])]),
    )
    .orderBy("updatedAt")
    .orderBy("id")
    .limit(PAGE_SIZE + 1)
    .execute();
  return rows.map(({ id, slug, since, updatedAt, ...row }) =>
    changeOf({ kind, id, slug, at: updatedAt }, { isPublic: isPublicRow(kind, row), since: since ?? "" }, cursor),
  );
}

async function removalChanges(cursor: Cursor, until: string): Promise<Change[]> {
  const rows = await readDb
    .selectFrom("removals")
    .select(["id", "kind", "at"])
    .where("at", "<=", until)
    .where(({ eb, and, or }) =>
      and([eb("at", ">=", cursor.at), or([eb("at", ">", cursor.at), eb("id", ">", cursor.id)])]),
    )
    .orderBy("at")
    .orderBy("id")
    .limit(PAGE_SIZE + 1)
    .execute();
  return rows.map((row) => ({ ...row, change: "removed", slug: null }));
}

type DatedRecord = Omit<Change, "change" | "slug"> & { slug: string };

/** Decides whether readers see a record as added, changed or removed. `since` is when it became public. */
function changeOf(
  record: DatedRecord,
  { isPublic, since }: { isPublic: boolean; since: string },
  { at, id }: Cursor,
): Change {
  if (!isPublic) return { ...record, change: "removed", slug: null };
  // The cursor may stand between records that were added in the same millisecond.
  const isNew = since > at || (since === at && record.id > id);
  return { ...record, change: isNew ? "added" : "changed" };
}

function compareText(first: string, second: string): number {
  return first < second ? -1 : Number(first > second);
}
