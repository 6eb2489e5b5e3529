/**
 * Checks that a query which leaves out people in the trash leaves out drafts, too, and a query that chooses accounts leaves out
 * disabled ones; or it is listed below with the reason why not.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Editors work with drafts as with public profiles. */
const EDITORS_FOLDERS =
  /\/editing\/(?:experts|identity|imports|library|links|portraits|promotions|sources)\/|\/records\/(?:links|works)\//;

const FOR_EDITORS = "for editors, who see drafts";
const PREVENTS_DUPLICATES =
  "somebody who is a draft must not be entered twice; `draftsAmong` hides the drafts from readers";
const LISTED_BEFORE = "`findExpert` has refused a draft before";
const LISTED_LATER = "`findExpert` refuses a draft afterwards";
const EXPORTED = "an export has drafts, with their state";

/** The reasons by file, below app/models, and function. */
const WITH_DRAFTS: Record<string, string> = {
  "editing/claims/prove.server.ts proveByOrcid": LISTED_BEFORE,
  "readers/follows/digests.server.ts readPersonNews": "`subjectOfFollow` has refused a draft before",
  "readers/follows/targets.server.ts subjectOfFollow": LISTED_LATER,
  "readers/visits/statistics.server.ts visitsByProfile": FOR_EDITORS,
  "records/articles/record.server.ts undeletedExperts": FOR_EDITORS,
  "records/experts/possible-duplicates.server.ts namesakes": PREVENTS_DUPLICATES,
  "records/experts/possible-duplicates.server.ts findByWebsite": PREVENTS_DUPLICATES,
  "records/experts/same-identifier.server.ts holdersOf": FOR_EDITORS,
  "records/relisting/relisting.server.ts isListedNow": FOR_EDITORS,
  "records/sources/gate.server.ts listedPeopleIn":
    "a sentence about somebody else needs a source, also before a release",
  "whole/dashboard/statistics.server.ts statistics": FOR_EDITORS,
  "whole/transfer/kinds/articles.server.ts read": EXPORTED,
  "whole/transfer/kinds/experts.server.ts read": EXPORTED,
};

/** Folders whose code answers readers, holders of profiles, and people who suggested or reported something. */
const READERS_FOLDERS = /^(?:readers|editing\/(?:claims|requests|submissions)|records\/profiles|whole\/my-profile)\//;
const READS_NO_TEXT = "reads the row number, or a column of another table";

/** The reasons of functions for readers that ask the table of profiles without any condition, as WITH_DRAFTS. */
const OF_ALL_PROFILES: Record<string, string> = {
  "editing/claims/claims.server.ts latestClaim": READS_NO_TEXT,
  "editing/claims/claims.server.ts listedPage": LISTED_BEFORE,
  "editing/claims/prove.server.ts checkPageProof": LISTED_BEFORE,
  "editing/claims/prove.server.ts proveByOrcid": LISTED_BEFORE,
  "editing/requests/queue.server.ts pageOf": FOR_EDITORS,
  "editing/requests/queue.server.ts requestsInFull": FOR_EDITORS,
  "editing/requests/report.server.ts reportProfile": LISTED_BEFORE,
  "editing/submissions/review-conflict.server.ts openSuggestion": FOR_EDITORS,
  "editing/submissions/review-record.server.ts targetsOf": "for editors; `shownTarget` hides it from its sender",
  "editing/submissions/submissions.server.ts findTarget": LISTED_BEFORE,
  "readers/dataset/dataset.server.ts datasetDescription": READS_NO_TEXT,
  "readers/follows/digests.server.ts readPersonNews": "`subjectOfFollow` has refused a draft before",
  "readers/follows/feed.server.ts personFeed": LISTED_BEFORE,
  "readers/follows/targets.server.ts followedPerson": LISTED_BEFORE,
  "readers/follows/targets.server.ts subjectOfFollow": LISTED_LATER,
  "readers/questions/questions.server.ts questionCounts": FOR_EDITORS,
  "readers/visits/statistics.server.ts visitsByProfile": FOR_EDITORS,
  "records/profiles/holders.server.ts claimOf": READS_NO_TEXT,
  "records/profiles/holders.server.ts takesQuestions": READS_NO_TEXT,
  "whole/my-profile/own.server.ts ownRow": "`findOwn` has refused a draft before",
};

const WITH_DISABLED_ACCOUNTS: Record<string, string> = {
  "base/accounts/admin-users.server.ts usersMatching": "the list of accounts, with their status",
  "base/accounts/api-keys.server.ts visibleKeys": "admins see whose key it is",
  "base/accounts/operator.server.ts listAccounts": "the list of accounts, with their status",
  "base/jobs/clock.server.ts newestRow": "reads the newest time only",
  "editing/submissions/places.server.ts placesOfOthers": "a place ends after a minute",
  "whole/transfer/kinds/users.server.ts read": EXPORTED,
};

interface Statement {
  /** The file, below app/models, and the function. */
  place: string;
  text: string;
}

function isLimited({ text }: Statement): boolean {
  return /"(?:experts\.)?state"|\bisListed\b|\bwherePublic\b/.test(text);
}

function readStatements(): Statement[] {
  const files = readdirSync(join("app", "models"), { recursive: true, withFileTypes: true }).filter(
    ({ name }) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  return files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const parts = readFileSync(path, "utf8").split(/;\n|\n(?=(?:export )?(?:async )?function )/);
    let functionName = "";
    return parts.map((text) => {
      functionName = Array.from(text.matchAll(/function\*? (\w+)/g)).at(-1)?.[1] ?? functionName;
      return { place: `${path.slice("app/models/".length)} ${functionName}`, text };
    });
  });
}

test("reliability 51 a query for readers that asks the table of profiles leaves out drafts and the trash, or says why not", () => {
  const queries = readStatements().filter(
    ({ place, text }) => READERS_FOLDERS.test(place) && /(?:selectFrom|Join)\("experts"/.test(text),
  );
  const places = new Set(queries.filter((query) => !isLimited(query)).map(({ place }) => place));
  expect([...places].sort()).toEqual(Object.keys(OF_ALL_PROFILES).sort());
});

test("reliability 51 a query that leaves out people in the trash leaves out drafts, or says why not", () => {
  const queries = readStatements().filter(({ text }) => /experts/.test(text) && /deletedAt", "is", null/.test(text));
  expect(queries.filter(isLimited).length).toBeGreaterThan(15);
  const places = queries.filter((query) => !isLimited(query)).map(({ place }) => place);
  const unlimited = new Set(places.filter((place) => !EDITORS_FOLDERS.test(`/${place}`)));
  expect([...unlimited].sort()).toEqual(Object.keys(WITH_DRAFTS).sort());
});

test("AC07 a query that chooses accounts by anything but their key leaves out disabled ones, or says why not", () => {
  const queries = readStatements().filter(({ text }) => {
    const conditions = text.replace(/Join\([^)]*\)/g, "");
    return /(?:selectFrom|Join)\("users"/.test(text) && !/"(?:users\.)?(?:id|email|googleId)", "="/.test(conditions);
  });
  const isLimited = ({ text }: Statement) => /"(?:users\.)?status", "="/.test(text);
  expect(queries.filter(isLimited).length).toBeGreaterThan(5);
  const unlimited = new Set(queries.filter((query) => !isLimited(query)).map(({ place }) => place));
  expect([...unlimited].sort()).toEqual(Object.keys(WITH_DISABLED_ACCOUNTS).sort());
});
