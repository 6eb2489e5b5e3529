import { KIND_NAMES, type KindName, PUBLIC_KINDS, type PublicKind } from "~/models/records/shared/public-kinds";

export type PageNoun = PublicKind["nouns"][1] | "topics";

export interface CountedPage {
  /** The kind of public record; null for topics. */
  kind: KindName | null;
  noun: PageNoun;
  table: PublicKind["table"] | "topics";
  /** The column that holds its name. */
  name: "name" | "title";
  /** The kind under which its visits are stored. */
  visits: PublicKind["visits"] | "topic";
  path(slug: string): string;
}

const TOPICS: CountedPage = {
  kind: null,
  noun: "topics",
  table: "topics",
  name: "name",
  visits: "topic",
  path: (slug) => `/topics/${slug}`,
};

/** The pages whose visits are counted one by one, and shown by kind: each kind of public record, and topics. */
export const COUNTED_PAGES: readonly CountedPage[] = [
  ...KIND_NAMES.map((kind): CountedPage => ({ ...PUBLIC_KINDS[kind], kind, noun: PUBLIC_KINDS[kind].nouns[1] })),
  TOPICS,
];

export function forEachNoun<Answer>(getValue: (page: CountedPage) => Answer): Record<PageNoun, Answer> {
  return Object.fromEntries(COUNTED_PAGES.map((page) => [page.noun, getValue(page)])) as Record<PageNoun, Answer>;
}
