/** Finds the pages whose visits are counted one by one. */
import { readDb, type VisitsTable } from "~/db.server";
import { KIND_NAMES, PUBLIC_KINDS, type RecordTable } from "~/models/records/shared/public-kinds";
import { publicRows } from "~/models/records/shared/public-rows.server";

interface CountedPages {
  visits: VisitsTable["kind"];
  path(slug: string): string;
  table: RecordTable | "topics";
  /** Returns the pages with these slugs that readers can see. */
  public(slugs: string[]): Promise<{ slug: string; id: string }[]>;
}

export const COUNTED_PAGES: CountedPages[] = [
  ...KIND_NAMES.map((kind): CountedPages => {
    const { visits, path, table } = PUBLIC_KINDS[kind];
    const findRows = (slugs: string[]) => publicRows(readDb, kind).select(["slug", "id"]).where("slug", "in", slugs);
    return { visits, path, table, public: (slugs) => findRows(slugs).execute() };
  }),
  {
    visits: "topic",
    path: (slug) => `/topics/${slug}`,
    table: "topics",
    public: (slugs) => readDb.selectFrom("topics").select(["slug", "id"]).where("slug", "in", slugs).execute(),
  },
];

/** The first path segments of pages with a search: the directory, and the list of each kind of record. */
export const SEARCHED_LISTS: ReadonlySet<string> = new Set([
  "directory",
  ...Object.values(PUBLIC_KINDS).map(({ path }) => path("").split("/")[1] ?? ""),
]);
