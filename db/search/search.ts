/** Binds the search functions to an engine. Each takes the database or transaction in which it runs. */
import type { Kysely } from "kysely";
import type { Database } from "../schema";
import * as experts from "./experts";
import * as expertsIndex from "./experts-index";
import type { FullText, SearchContext } from "./full-text";
import * as words from "./words";

/** Binds the search functions to one engine's full-text search. */
export function createSearch(fullText: FullText) {
  const bind =
    <Rest extends unknown[], Result>(run: (context: SearchContext, ...rest: Rest) => Promise<Result>) =>
    (db: Kysely<Database>, ...rest: Rest) =>
      run({ db, fullText }, ...rest);
  return {
    searchExperts: bind(experts.searchExperts),
    rowIdsInListings: bind(experts.rowIdsInListings),
    indexExperts: bind(expertsIndex.indexExperts),
    unindexExperts: bind(expertsIndex.unindexExperts),
    renewScopes: bind(expertsIndex.renewScopes),
    searchWords: bind(words.searchWords),
    indexWords: bind(words.indexWords),
    unindexWords: bind(words.unindexWords),
    indexImage: bind(words.indexImage),
    unindexImage: bind(words.unindexImage),
  };
}

export type Search = ReturnType<typeof createSearch>;
