/**
 * The kinds of record that readers see, with their differences in names and choices. Larger differences are in objects with
 * a key for each `KindName` or `RecordTable`: the compiler names the objects that lack a new kind.
 */
export const PUBLIC_KINDS = {
  expert: {
    table: "experts",
    revisions: "expertRevisions",
    owner: "expertRowId",
    nouns: ["profile", "profiles"],
    name: "name",
    since: "createdAt",
    publicWhen: { column: "state", value: "public" },
    visits: "profile",
    path: (slug: string) => `/${slug}`,
    list: "/directory",
    events: {
      added: ["expert.created", "A profile is published"],
      changed: ["expert.updated", "A profile changes"],
      removed: ["expert.removed", "A profile is removed"],
    },
    shown: { menu: true, offers: true, feed: true, follows: true },
  },
  article: {
    table: "articles",
    revisions: "articleRevisions",
    owner: "articleRowId",
    nouns: ["article", "articles"],
    name: "title",
    since: "publishedAt",
    publicWhen: { column: "status", value: "published" },
    visits: "article",
    path: (slug: string) => `/articles/${slug}`,
    list: "/articles",
    events: {
      added: ["article.published", "An article is published"],
      changed: ["article.updated", "An article changes"],
      removed: ["article.removed", "An article is removed"],
    },
    shown: { menu: true, offers: true, feed: true, follows: true },
  },
} as const satisfies Record<string, Description>;

interface Description {
  table: string;
  revisions: string;
  /** The column with the record's row number, in the revisions and in everything else that leads to a record. */
  owner: string;
  /** The singular and the plural that readers see. */
  nouns: readonly [singular: string, plural: string];
  /** The column with its name. */
  name: "name" | "title";
  /** The column with the time since which readers see it. */
  since: "createdAt" | "publishedAt";
  /** The column and value of rows that readers see, unless they are in the trash; null if all are public. */
  publicWhen: { column: "state" | "status"; value: string } | null;
  /** The name of its visits. */
  visits: string;
  path(slug: string): string;
  /** The page that lists all records of the kind for readers. */
  list: string;
  /** The events that webhooks report, each with its name and the sentence of the form. */
  events: Record<"added" | "changed" | "removed", readonly [name: string, sentence: string]>;
  /** The other places that show it, or the reason against it. A test checks these entries. */
  shown: Record<ShownIn, true | `not: ${string}`>;
}

/** "menu": the links above each page. "offers": the suggestions of a search box. "feed": Atom. "follows": alerts by mail. */
export type ShownIn = "menu" | "offers" | "feed" | "follows";

export type KindName = keyof typeof PUBLIC_KINDS;
export type PublicKind = (typeof PUBLIC_KINDS)[KindName];
export type RecordTable = PublicKind["table"];

/** The columns that lead to a record other than a profile. */
type OtherOwner = Exclude<PublicKind, { table: "experts" }>["owner"];

export const KIND_NAMES = Object.keys(PUBLIC_KINDS) as KindName[];
export const RECORD_TABLES: readonly RecordTable[] = KIND_NAMES.map((name) => PUBLIC_KINDS[name].table);

export function kindOf(table: RecordTable): KindName {
  return KIND_NAMES.find((name) => PUBLIC_KINDS[name].table === table) as KindName;
}

export function isRecordTable(text: string | undefined): text is RecordTable {
  return RECORD_TABLES.some((table) => table === text);
}

/** Returns the nouns of all kinds in a list: "profiles and articles". `nounIndex` is 0 for the singular. */
export function kindsInWords(
  nounIndex: 0 | 1,
  type: "conjunction" | "disjunction" = "conjunction",
  furtherNouns: string[] = [],
) {
  const nouns: string[] = KIND_NAMES.map((name) => PUBLIC_KINDS[name].nouns[nounIndex]);
  return new Intl.ListFormat("en-GB", { type }).format([...nouns, ...furtherNouns]);
}

const OTHER_KINDS = Object.values(PUBLIC_KINDS).filter(({ table }) => table !== "experts");

export type OtherKind = Exclude<KindName, "expert">;

/** Returns the same answer for each kind but profiles. */
export function forOtherKinds<Answer>(answer: Answer): Record<OtherKind, Answer> {
  const names = KIND_NAMES.filter((name) => name !== "expert");
  return Object.fromEntries(names.map((name) => [name, answer])) as Record<OtherKind, Answer>;
}

/** Returns the same answer for each column that leads to a record other than a profile. */
export function forOtherRecords<Answer>(answer: Answer): Record<OtherOwner, Answer> {
  return Object.fromEntries(OTHER_KINDS.map(({ owner }) => [owner, answer])) as Record<OtherOwner, Answer>;
}

/** Returns the record other than a profile to which a row leads, or null. */
export function otherRecordOf(row: Record<OtherOwner, number | null>): { table: RecordTable; rowId: number } | null {
  for (const { table, owner } of OTHER_KINDS) {
    const rowId = row[owner as OtherOwner];
    if (rowId !== null) return { table, rowId };
  }
  return null;
}
