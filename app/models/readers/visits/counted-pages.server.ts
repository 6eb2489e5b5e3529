/** Finds the pages whose visits are counted one by one. */
import { readDb } from "~/db.server";
import { PUBLIC_KINDS } from "~/models/records/shared/public-kinds";
import { publicRows } from "~/models/records/shared/public-rows.server";
import type { CountedPage } from "./pages";

/** Returns the pages with these slugs that readers can see. */
export function findVisiblePages({ kind }: CountedPage, slugs: string[]): Promise<{ slug: string; id: string }[]> {
  if (kind) return publicRows(readDb, kind).select(["slug", "id"]).where("slug", "in", slugs).execute();
  return readDb.selectFrom("topics").select(["slug", "id"]).where("slug", "in", slugs).execute();
}

/** The first path segments of pages with a search: the directory, and the list of each kind of record. */
export const SEARCHED_LISTS: ReadonlySet<string> = new Set([
  "directory",
  ...Object.values(PUBLIC_KINDS).map(({ path }) => path("").split("/")[1] ?? ""),
]);
