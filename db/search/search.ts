/** Binds the search functions to an engine. Each takes the database or transaction in which it runs. */
import type { Kysely } from "kysely";
import type { Database } from "../schema";
import * as experts from "./experts";
import * as expertsIndex from "./experts-index";
import type { FullText, SearchContext } from "./full-text";
import * as words from "./words";

/** Binds the search functions to one engine's full-text search. */
export function createSearch(fullText: FullText) {
  const on =
    <Rest extends unknown[], Result>(run: (at: SearchContext, ...rest: Rest) => Promise<Result>) =>
    (db: Kysely<Database>, ...rest: Rest) =>
      run({ db, fullText }, ...rest);
  return {
    searchExperts: on(experts.searchExperts),
    rowIdsInListings: on(experts.rowIdsInListings),
    indexExperts: on(expertsIndex.indexExperts),
    unindexExperts: on(expertsIndex.unindexExperts),
    renewScopes: on(expertsIndex.renewScopes),
    searchWords: on(words.searchWords),
    indexWords: on(words.indexWords),
    unindexWords: on(words.unindexWords),
    indexImage: on(words.indexImage),
    unindexImage: on(words.unindexImage),
  };
}

export type Search = ReturnType<typeof createSearch>;
