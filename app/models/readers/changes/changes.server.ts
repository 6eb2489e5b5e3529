/** Lists changes of the public records, for programs that keep a copy. */
import { z } from "zod";
import { readDb } from "~/db.server";
import { AppError } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import { EVERYONE } from "~/models/records/listings/listing.server";
import { KIND_NAMES, type KindName, PUBLIC_KINDS, type PublicKind } from "~/models/records/shared/public-kinds";
import { isSeen } from "~/models/records/shared/public-rows.server";
import { ahead } from "~/stored-times";

export interface Change {
  kind: KindName;
  id: string;
  change: "added" | "changed" | "removed";
  /** null once it is removed: an address can tell a name. */
  slug: string | null;
  at: string;
}

const PAGE = 200;

const NO_CURSOR = "Since must be a cursor, or a time in UTC.";

/** A cursor is the time and the id of the last change that was read. */
const Since = z.object({
  since: z
    .string()
    .regex(/^(\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?(_[0-9a-z]{1,40})?)?$/, NO_CURSOR)
    .default(""),
});

/**
 * The changes since a cursor or a time, the earliest first, up to 200; `next` is the cursor that goes on, `more` whether
 * there is more now. Throws "invalid".
 */
export async function changesSince(
  input: unknown,
  now = Date.now(),
): Promise<{ changes: Change[]; next: string; more: boolean }> {
  const { since } = parse(Since, input);
  const [time = "", id = ""] = since.split("_");
  const position = { at: storedAs(time), id };
  const { until } = ahead(0, now);
  // Restarts a cursor of a clock that ran ahead, which would leave out all changes until then.
  const cursor = position.at > until && id !== "" ? { at: "", id: "" } : position;
  const nextChanges = await between(cursor, until);
  const changes = nextChanges.slice(0, PAGE);
  const more = nextChanges.length > PAGE;
  const last = changes.at(-1);
  const next = last ? cursorAfter(last) : cursor === position ? since : "";
  // Repeats changes with a time ahead, so that no cursor goes beyond the present.
  const later = cursor.at > until ? cursor : { at: until, id: "" };
  return { changes: more ? changes : [...changes, ...(await between(later, END))], next, more };
}

const END = "9999";

/** Returns changes in order, one more than a page has. */
async function between(cursor: Cursor, until: string): Promise<Change[]> {
  const lists = KIND_NAMES.map((kind) => (kind === "expert" ? experts(cursor, until) : records(kind, cursor, until)));
  const all = (await Promise.all([...lists, removals(cursor, until)])).flat();
  return all.sort((change, other) => compare(change.at, other.at) || compare(change.id, other.id)).slice(0, PAGE + 1);
}

/** The cursor of everything after a change. */
export function cursorAfter({ at, id }: Cursor): string {
  return `${at}_${id}`;
}

/** Stored times have milliseconds: by their characters, a whole second comes after those within it. Throws "invalid". */
function storedAs(time: string): string {
  if (time === "") return "";
  if (Number.isFinite(Date.parse(time))) return new Date(time).toISOString();
  throw new AppError("invalid", NO_CURSOR, { since: NO_CURSOR });
}

interface Cursor {
  at: string;
  id: string;
}

/** Lists profiles that are being added only after they are in the lists. */
async function experts(cursor: Cursor, until: string): Promise<Change[]> {
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
        // Those that are being added are neither listed nor deleted.
        or([eb("deletedAt", "is not", null), eb("listing.category", "is not", null)]),
        eb("experts.state", "=", "public"),
      ]),
    )
    .orderBy("experts.updatedAt")
    .orderBy("experts.id")
    .limit(PAGE + 1)
    .execute();
  return rows.map(({ deletedAt, createdAt, updatedAt, id, slug }) =>
    changeOf({ kind: "expert", id, slug, at: updatedAt }, { isPublic: deletedAt === null, since: createdAt }, cursor),
  );
}

/** Lists records that were public at least once; withdrawn ones count as removed. */
async function records(kind: KindName, cursor: Cursor, until: string): Promise<Change[]> {
  const { table, since, publicWhen }: PublicKind = PUBLIC_KINDS[kind];
  // Uses the types of one kind, because all are read alike.
  const column = since as "publishedAt";
  const rows = await readDb
    .selectFrom(table as "articles")
    .select(["id", "slug", `${column} as since`, "updatedAt", "deletedAt"])
    .$if(publicWhen !== null, (all) => all.select(`${publicWhen?.column as "status"} as state`))
    .where(column, "is not", null)
    .where("updatedAt", "<=", until)
    .where(({ eb, and, or }) =>
      and([eb("updatedAt", ">=", cursor.at), or([eb("updatedAt", ">", cursor.at), eb("id", ">", cursor.id)])]),
    )
    .orderBy("updatedAt")
    .orderBy("id")
    .limit(PAGE + 1)
    .execute();
  return rows.map(({ id, slug, since, updatedAt, ...row }) =>
    changeOf({ kind, id, slug, at: updatedAt }, { isPublic: isSeen(kind, row), since: since ?? "" }, cursor),
  );
}

async function removals(cursor: Cursor, until: string): Promise<Change[]> {
  const rows = await readDb
    .selectFrom("removals")
    .select(["id", "kind", "at"])
    .where("at", "<=", until)
    .where(({ eb, and, or }) =>
      and([eb("at", ">=", cursor.at), or([eb("at", ">", cursor.at), eb("id", ">", cursor.id)])]),
    )
    .orderBy("at")
    .orderBy("id")
    .limit(PAGE + 1)
    .execute();
  return rows.map((row) => ({ ...row, change: "removed", slug: null }));
}

type Place = Omit<Change, "change" | "slug"> & { slug: string };

/** @param public whether readers see it, and since when. */
function changeOf(place: Place, { isPublic, since }: { isPublic: boolean; since: string }, { at, id }: Cursor): Change {
  if (!isPublic) return { ...place, change: "removed", slug: null };
  // Many are added in the same moment: the cursor may stand among them.
  const isNew = since > at || (since === at && place.id > id);
  return { ...place, change: isNew ? "added" : "changed" };
}

function compare(first: string, second: string): number {
  return first < second ? -1 : Number(first > second);
}
