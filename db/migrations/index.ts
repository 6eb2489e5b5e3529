import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { renewContentVersion } from "../content-version";
import type { Engine } from "../engine";
import { matchSqliteTypes } from "../postgres/types";
import * as baseline from "./0001_baseline";
import * as topics from "./0002_topics";
import * as searchByQuestion from "./0003_search_by_question";
import * as references from "./0004_references";
import * as news from "./0005_news";
import * as namedInColumns from "./0006_named_in_columns";
import * as follows from "./0007_follows";
import * as questions from "./0008_questions";
import * as sourced from "./0009_sourced";
import * as portraits from "./0010_portraits";
import * as visits from "./0011_visits";
import * as portraitSearch from "./0012_portrait_search";
import * as reviewPlaces from "./0013_review_places";
import * as waitingCredits from "./0014_waiting_credits";
import * as foundSources from "./0015_found_sources";
import * as portraitItems from "./0016_portrait_items";
import * as lists from "./0017_lists";
import * as told from "./0018_told";
import * as subjectsOfWorks from "./0019_subjects_of_works";
import * as ownPage from "./0021_own_page";
import * as listingOfExpert from "./0024_listing_of_expert";
import * as sourcesOfTopics from "./0029_sources_of_topics";
import * as opinions from "./0030_opinions";
import * as identities from "./0031_identities";
import * as draftsAndTables from "./0034_drafts_and_tables";
import * as namesOfSuggestions from "./0035_names_of_suggestions";
import * as namesAgain from "./0038_names_again";

/** A migration for both engines. Tables use Kysely's schema builder; triggers and full-text search differ. */
interface Step {
  up(db: Kysely<unknown>, kind: Engine["kind"]): Promise<void>;
}

const STEPS: Record<string, Step> = {
  "0001_baseline": baseline,
  "0002_topics": topics,
  "0003_search_by_question": searchByQuestion,
  "0004_references": references,
  "0005_news": news,
  "0006_named_in_columns": namedInColumns,
  "0007_follows": follows,
  "0008_questions": questions,
  "0009_sourced": sourced,
  "0010_portraits": portraits,
  "0011_visits": visits,
  "0012_portrait_search": portraitSearch,
  "0013_review_places": reviewPlaces,
  "0014_waiting_credits": waitingCredits,
  "0015_found_sources": foundSources,
  "0016_portrait_items": portraitItems,
  "0017_lists": lists,
  "0018_told": told,
  "0019_subjects_of_works": subjectsOfWorks,
  "0020_content_version": { up: renewContentVersion },
  "0021_own_page": ownPage,
  // Lets names of institutions be read from an index alone.
  "0022_institutions": {
    up: (db) =>
      db.schema
        .createIndex("expertsByInstitution")
        .on("experts")
        .columns(["ror", "deletedAt", "affiliation"])
        .execute(),
  },
  // Does nothing: 0039 rebuilds the search index for all of these changes.
  "0023_search_regions": { up: async () => {} },
  "0024_listing_of_expert": listingOfExpert,

  "0025_search_sounds": { up: async () => {} },

  "0026_search_places": { up: async () => {} },
  // Finds the reports from an address, for the download of its account and its deletion.
  "0027_requests_by_email": {
    up: (db) => db.schema.createIndex("requestsByEmail").on("requests").column("email").execute(),
  },
  // Removes addresses of recipients from the log, which outlasts the mails.
  "0028_log_without_recipients": {
    up: async (db) => {
      await sql`UPDATE "auditLog" SET "detail" = '' WHERE "action" = 'mail retried'`.execute(db);
    },
  },
  "0029_sources_of_topics": sourcesOfTopics,
  "0030_opinions": opinions,
  "0031_identities": identities,
  // Drops the data that recognised readers; sums of visits stay.
  "0032_visits_are_sums": {
    up: async (db) => {
      await db.schema.dropTable("visitReaders").execute();
      await db.schema.dropTable("visitSalts").execute();
    },
  },

  "0033_search_where": { up: async () => {} },
  "0034_drafts_and_tables": draftsAndTables,
  "0035_names_of_suggestions": namesOfSuggestions,
  "0036_positions": {
    up: (db) =>
      db.schema
        .alterTable("experts")
        .addColumn("positions", "text", (column) => column.notNull().defaultTo("[]"))
        .execute(),
  },

  "0037_search_initials": { up: async () => {} },
  "0038_names_again": namesAgain,
  // Indexes places of work, places and institutions that texts name, and all present positions.
  "0039_search_positions": { up: searchByQuestion.indexAllExperts },
};

/** Returns the migrations by name, in order. */
export function migrationsOf(kind: Engine["kind"]): Record<string, Migration> {
  const entries = Object.entries(STEPS).map(([name, step]): [string, Migration] => [
    name,
    {
      async up(db) {
        await step.up(db, kind);
        if (kind === "postgres") await matchSqliteTypes(db);
      },
    },
  ]);
  return Object.fromEntries(entries);
}
