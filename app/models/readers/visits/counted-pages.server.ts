/** Whose pages are counted one by one: their addresses, and which of them there are. */
import { readDb, type VisitsTable } from "~/db.server";
import { type KindName, PUBLIC_KINDS, type RecordTable } from "~/models/records/shared/public-kinds";

interface CountedPages {
  visits: VisitsTable["kind"];
  path(slug: string): string;
  table: RecordTable | "topics";
  /** Those of some slugs that readers see. */
  public(slugs: string[]): Promise<{ slug: string; id: string }[]>;
}

const OF_KINDS: Record<KindName | "topic", CountedPages> = {
  expert: {
    visits: "profile",
    path: PUBLIC_KINDS.expert.path,
    table: "experts",
    public: (slugs) => {
      const experts = readDb.selectFrom("experts").select(["slug", "id"]).where("deletedAt", "is", null);
      return experts.where("slug", "in", slugs).execute();
    },
  },
  article: {
    visits: "article",
    path: PUBLIC_KINDS.article.path,
    table: "articles",
    public: (slugs) => {
      const articles = readDb.selectFrom("articles").select(["slug", "id"]).where("status", "=", "published");
      return articles.where("deletedAt", "is", null).where("slug", "in", slugs).execute();
    },
  },
  topic: {
    visits: "topic",
    path: (slug) => `/topics/${slug}`,
    table: "topics",
    public: (slugs) => readDb.selectFrom("topics").select(["slug", "id"]).where("slug", "in", slugs).execute(),
  },
};

export const COUNTED_PAGES = Object.values(OF_KINDS);

/** The first segments of pages with a search: that of the directory, and the lists of each kind. */
export const SEARCHED_LISTS: ReadonlySet<string> = new Set([
  "directory",
  ...Object.values(PUBLIC_KINDS).map(({ path }) => path("").split("/")[1] ?? ""),
]);
