import type { Migration } from "kysely/migration";
import type { Engine } from "../engine";
import * as baseline from "../postgres/baseline";
import { compareTextsByBytes } from "../postgres/collation";
import * as experts from "./0001_experts";
import * as articles from "./0002_articles";
import * as accounts from "./0003_accounts";
import * as submissions from "./0004_submissions";
import * as desk from "./0005_desk";
import * as ai from "./0006_ai";
import * as publishing from "./0007_publishing";
import * as library from "./0008_library";
import * as articleLists from "./0009_article_lists";
import * as articleDeskLists from "./0010_article_desk_lists";
import * as search from "./0011_search";
import * as imports from "./0012_imports";
import * as mailList from "./0013_mail_list";
import * as partialAcceptance from "./0014_partial_acceptance";
import * as directoryOrders from "./0015_directory_orders";
import * as identity from "./0016_identity";
import * as evidence from "./0017_evidence";
import * as requests from "./0018_requests";
import * as libraryEvidence from "./0019_library_evidence";
import * as roles from "./0020_roles";
import * as pages from "./0021_pages";
import * as claims from "./0022_claims";
import * as missedSearches from "./0023_missed_searches";
import * as secondFactors from "./0026_second_factors";
import * as apiKeys from "./0027_api_keys";
import * as removals from "./0028_removals";
import * as webhooks from "./0029_webhooks";
import * as evidenceDoi from "./0031_evidence_doi";
import * as submissionsByName from "./0032_submissions_by_name";
import * as keyScopes from "./0033_key_scopes";
import * as reviewOrder from "./0034_review_order";

const ON_SQLITE: Record<string, Migration> = {
  "0001_experts": experts,
  "0002_articles": articles,
  "0003_accounts": accounts,
  "0004_submissions": submissions,
  "0005_desk": desk,
  "0006_ai": ai,
  "0007_publishing": publishing,
  "0008_library": library,
  "0009_article_lists": articleLists,
  "0010_article_desk_lists": articleDeskLists,
  "0011_search": search,
  "0012_imports": imports,
  "0013_mail_list": mailList,
  "0014_partial_acceptance": partialAcceptance,
  "0015_directory_orders": directoryOrders,
  "0016_identity": identity,
  "0017_evidence": evidence,
  "0018_requests": requests,
  "0019_library_evidence": libraryEvidence,
  "0020_roles": roles,
  "0021_pages": pages,
  "0022_claims": claims,
};

/** From here on, migrations are the same on both engines: Kysely's schema builder, and SQL that both understand. */
const SHARED: Record<string, Migration> = {
  "0023_missed_searches": missedSearches,
  "0026_second_factors": secondFactors,
  "0027_api_keys": apiKeys,
  "0028_removals": removals,
  "0029_webhooks": webhooks,
  "0031_evidence_doi": evidenceDoi,
  "0032_submissions_by_name": submissionsByName,
  "0033_key_scopes": keyScopes,
  "0034_review_order": reviewOrder,
};

const ON_POSTGRES: Record<string, Migration> = {
  "0022_baseline": baseline,
  ...Object.fromEntries(Object.entries(SHARED).map(([name, migration]) => [name, comparingTextsByBytes(migration)])),
};

/** The migrations of an engine, by their names, in order. */
export function migrationsOf(kind: Engine["kind"]): Record<string, Migration> {
  return kind === "sqlite" ? { ...ON_SQLITE, ...SHARED } : ON_POSTGRES;
}

function comparingTextsByBytes(migration: Migration): Migration {
  const up: Migration["up"] = async (db) => {
    await migration.up(db);
    await compareTextsByBytes(db);
  };
  return { ...migration, up };
}
