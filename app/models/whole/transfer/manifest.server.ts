/** What moves between sites, listed once: export and restore walk this list, and the dataset reads its experts. */
import type { Database } from "~/db.server";
import type { Kind } from "./kind.server";
import { articles } from "./kinds/articles.server";
import { experts } from "./kinds/experts.server";
import { images, libraryContents, libraryImages, libraryProjects } from "./kinds/library.server";
import { pages } from "./kinds/pages.server";
import { settings } from "./kinds/settings.server";
import { submissions } from "./kinds/submissions.server";
import { topics } from "./kinds/topics.server";
import { users } from "./kinds/users.server";

export const MANIFEST = {
  settings,
  pages,
  topics,
  users,
  experts,
  submissions,
  articles,
  images,
  libraryProjects,
  libraryImages,
  libraryContents,
} satisfies Record<string, Kind>;

export type KindName = keyof typeof MANIFEST;

export const KINDS = Object.entries(MANIFEST) as [KindName, Kind][];

/**
 * Tables that move with the whole database alone (backup, restore, `db:copy`), and why. Their own lists in "Download my
 * data" are in my-data.server.ts.
 */
export const NOT_EXPORTED: Partial<Record<keyof Database, string>> = {
  ...because("made anew from what is written", [
    "contentVersion",
    "listing",
    "listingCounts",
    "articleCounts",
    "libraryCounts",
    "imageUses",
    "websiteHosts",
    "linkChecks",
    "searchTexts",
    "unsupportedTexts",
    "sourceProposals",
    "sourceSearches",
  ]),
  ...because("secrets, or what leads into accounts", [
    "sessions",
    "oneTimeTokens",
    "totpSecrets",
    "passkeys",
    "recoveryCodes",
    "apiKeys",
    "webhooks",
  ]),
  ...because("what people and this site wrote to each other", [
    "mails",
    "claims",
    "requests",
    "questions",
    "questionTexts",
    "questionBlocks",
  ]),
  ...because("the past of this site", [
    "expertRevisions",
    "articleRevisions",
    "auditLog",
    "toldPeople",
    "removals",
    "aiCalls",
  ]),
  ...because("work that has not been saved", [
    "drafts",
    "articleDrafts",
    "promotions",
    "suggestions",
    "identitySearches",
    "identityCandidates",
    "portraitSearches",
    "portraitCandidates",
  ]),
  ...because("decisions of this site's admins about its own texts", ["acceptedProblems"]),
  ...because("what this site's processes are at", [
    "jobs",
    "imports",
    "importRows",
    "importMappings",
    "waitingCredits",
    "cursors",
    "aiModels",
    "reviewPlaces",
  ]),
  ...because("addresses of people who agreed with this site alone", ["followers", "follows"]),
  ...because("what readers of this site did", ["missedSearches", "visits", "listEntries"]),
  ...because("keyed hashes that only this site's key can read", ["goneSlugs", "doNotRelist"]),
};

function because(reason: string, tables: (keyof Database)[]): Partial<Record<keyof Database, string>> {
  return Object.fromEntries(tables.map((table) => [table, reason]));
}
