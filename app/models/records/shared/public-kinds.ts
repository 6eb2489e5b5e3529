/**
 * The kinds of record that readers see, and what differs between them by names and choices. What differs by more is asked of
 * each by a record of `KindName` or `RecordTable`, where the compiler says that a further kind is missing.
 */
export const PUBLIC_KINDS = {
  expert: {
    table: "experts",
    revisions: "expertRevisions",
    owner: "expertRowId",
    nouns: ["profile", "profiles"],
    name: "name",
    since: "createdAt",
    seen: { column: "state", value: "public" },
    visits: "profile",
    path: (slug: string) => `/${slug}`,
    list: "/directory",
    events: {
      added: ["expert.created", "A profile is published"],
      changed: ["expert.updated", "A profile changes"],
      removed: ["expert.removed", "A profile is removed"],
    },
    shown: { menu: true, offers: true, feed: true, follows: true, statistics: true, palette: true },
  },
  article: {
    table: "articles",
    revisions: "articleRevisions",
    owner: "articleRowId",
    nouns: ["article", "articles"],
    name: "title",
    since: "publishedAt",
    seen: { column: "status", value: "published" },
    visits: "article",
    path: (slug: string) => `/articles/${slug}`,
    list: "/articles",
    events: {
      added: ["article.published", "An article is published"],
      changed: ["article.updated", "An article changes"],
      removed: ["article.removed", "An article is removed"],
    },
    shown: { menu: true, offers: true, feed: true, follows: true, statistics: true, palette: true },
  },
} as const satisfies Record<string, Description>;

interface Description {
  table: string;
  revisions: string;
  /** The column of the revisions, and of all that leads to a record, with its row number. */
  owner: string;
  /** As readers call one, and many. */
  nouns: readonly [one: string, many: string];
  /** The columns with its name, and with the time since which readers see it. */
  name: "name" | "title";
  since: "createdAt" | "publishedAt";
  /** What the row of a record says that readers see, unless it is in the trash; null where all of them are seen. */
  seen: { column: "state" | "status"; value: string } | null;
  /** How its visits are called. */
  visits: string;
  path(slug: string): string;
  /** Where readers find all of them. */
  list: string;
  /** What webhooks and their form say. */
  events: Record<"added" | "changed" | "removed", readonly [name: string, sentence: string]>;
  /** Where else it is shown, or why not. A test looks whether that is so. */
  shown: Record<ShownIn, true | `not: ${string}`>;
}

/**
 * The links above each page, what a search box offers, an Atom feed of its own, what can be followed by mail, the page of
 * visits, and what "Go to" of the admin's side finds.
 */
export type ShownIn = "menu" | "offers" | "feed" | "follows" | "statistics" | "palette";

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

/** "profiles and articles", for a sentence that is true of all. */
export function kindsInWords(many: 0 | 1, type: "conjunction" | "disjunction" = "conjunction", others: string[] = []) {
  const nouns: string[] = KIND_NAMES.map((name) => PUBLIC_KINDS[name].nouns[many]);
  return new Intl.ListFormat("en-GB", { type }).format([...nouns, ...others]);
}

const OTHERS = Object.values(PUBLIC_KINDS).filter(({ table }) => table !== "experts");

export type OtherKind = Exclude<KindName, "expert">;

/** The same for each kind but profiles. */
export function ofOtherKinds<Answer>(answer: Answer): Record<OtherKind, Answer> {
  const names = KIND_NAMES.filter((name) => name !== "expert");
  return Object.fromEntries(names.map((name) => [name, answer])) as Record<OtherKind, Answer>;
}

/** The same for each column that leads to a record other than a profile. */
export function ofOtherRecords<Answer>(answer: Answer): Record<OtherOwner, Answer> {
  return Object.fromEntries(OTHERS.map(({ owner }) => [owner, answer])) as Record<OtherOwner, Answer>;
}

/** Returns the record other than a profile to which a row leads, or null. */
export function otherRecordOf(row: Record<OtherOwner, number | null>): { table: RecordTable; rowId: number } | null {
  for (const { table, owner } of OTHERS) {
    const rowId = row[owner as OtherOwner];
    if (rowId !== null) return { table, rowId };
  }
  return null;
}
