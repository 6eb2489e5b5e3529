import { KIND_NAMES, PUBLIC_KINDS, type PublicKind } from "~/models/records/shared/public-kinds";

export type PageNoun = PublicKind["nouns"][1] | "topics";

interface CountedPage {
  noun: PageNoun;
  table: PublicKind["table"] | "topics";
  /** The column with its name. */
  name: "name" | "title";
  /** How its visits are called. */
  visits: string;
  path(slug: string): string;
}

const TOPICS: CountedPage = {
  noun: "topics",
  table: "topics",
  name: "name",
  visits: "topic",
  path: (slug) => `/topics/${slug}`,
};

/** The pages whose visits are told by kind: those of every kind of record that readers see, and of topics. */
export const COUNTED_PAGES: readonly CountedPage[] = [
  ...KIND_NAMES.map((kind): CountedPage => ({ ...PUBLIC_KINDS[kind], noun: PUBLIC_KINDS[kind].nouns[1] })),
  TOPICS,
];

export function byNoun<Answer>(answer: (page: CountedPage) => Answer): Record<PageNoun, Answer> {
  return Object.fromEntries(COUNTED_PAGES.map((page) => [page.noun, answer(page)])) as Record<PageNoun, Answer>;
}
