/**
 * The kinds of record that readers see. What differs between them by more than names is asked of each where it is used, by a
 * record of `KindName` or `RecordTable`: the compiler says where a further kind is missing.
 */
export const PUBLIC_KINDS = {
  expert: {
    table: "experts",
    revisions: "expertRevisions",
    owner: "expertRowId",
    path: (slug: string) => `/${slug}`,
    events: {
      added: ["expert.created", "A profile is published"],
      changed: ["expert.updated", "A profile changes"],
      removed: ["expert.removed", "A profile is removed"],
    },
  },
  article: {
    table: "articles",
    revisions: "articleRevisions",
    owner: "articleRowId",
    path: (slug: string) => `/articles/${slug}`,
    events: {
      added: ["article.published", "An article is published"],
      changed: ["article.updated", "An article changes"],
      removed: ["article.removed", "An article is removed"],
    },
  },
} as const;

export type KindName = keyof typeof PUBLIC_KINDS;
export type PublicKind = (typeof PUBLIC_KINDS)[KindName];
export type RecordTable = PublicKind["table"];

export const KIND_NAMES = Object.keys(PUBLIC_KINDS) as KindName[];
export const RECORD_TABLES: readonly RecordTable[] = KIND_NAMES.map((name) => PUBLIC_KINDS[name].table);

export function kindOf(table: RecordTable): KindName {
  return KIND_NAMES.find((name) => PUBLIC_KINDS[name].table === table) as KindName;
}

export function isRecordTable(text: string | undefined): text is RecordTable {
  return RECORD_TABLES.some((table) => table === text);
}
