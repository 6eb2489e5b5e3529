/**
 * A wrong clock may have stored a time in the future, so a time counts only for as long as its rule lasts (reliability.md 49).
 * Each comparison of a time column in a query is bounded by `stored-times`, or listed below with the reason why not.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const DELETED_LATER = "deletes rows; a row with a time in the future stays longer, and nothing depends on it";
const BETWEEN_STORED_TIMES = "compares two stored times, not the clock";
const SHOWN_LATER = "a list for editors, which shows a row with a time in the future later, or as new";

/** The reasons by file and column. */
const UNBOUNDED_QUERIES: Record<string, string> = {
  "app/models/base/accounts/api-keys.server.ts expiresAt": DELETED_LATER,
  "app/models/base/accounts/one-time-tokens.server.ts expiresAt": DELETED_LATER,
  "app/models/base/accounts/sessions.server.ts expiresAt": DELETED_LATER,
  "app/models/base/mail/loop.server.ts createdAt": DELETED_LATER,
  "app/models/base/mail/loop.server.ts nextAttemptAt": "an admin sends all waiting mails now",
  "app/models/base/mail/sending.server.ts nextAttemptAt":
    "selects due mails, and those farther in the future than any pause",
  "app/models/base/providers/calls.server.ts at":
    "compares with the beginning of the month; another condition bounds it by the present",
  "app/models/editing/ai/suggestions.server.ts createdAt": DELETED_LATER,
  "app/models/editing/articles/schedule.server.ts scheduledAt":
    "an editor chooses any time; nothing is published while the clock is doubted",
  "app/models/editing/claims/claims.server.ts expiresAt": DELETED_LATER,
  "app/models/editing/claims/still-right.server.ts confirmedAt":
    "a person who confirmed by a clock that was ahead is asked later",
  "app/models/editing/claims/still-right.server.ts remindedAt":
    "another condition treats a reminder in the future as none",
  "app/models/editing/experts/drafts.server.ts at": BETWEEN_STORED_TIMES,
  "app/models/editing/experts/drafts.server.ts publishAt":
    "an editor chooses any time; nothing is published while the clock is doubted",
  "app/models/editing/experts/gaps.server.ts reviewedAt": SHOWN_LATER,
  "app/models/editing/experts/part.server.ts reviewedAt": SHOWN_LATER,
  "app/models/editing/identity/identity-search.server.ts searchedAt": BETWEEN_STORED_TIMES,
  "app/models/editing/imports/copied-pictures.server.ts at": BETWEEN_STORED_TIMES,
  "app/models/editing/imports/copied-pictures.server.ts updatedAt": BETWEEN_STORED_TIMES,
  "app/models/editing/imports/import.server.ts createdAt": DELETED_LATER,
  "app/models/editing/portraits/portrait-search.server.ts searchedAt": BETWEEN_STORED_TIMES,
  "app/models/editing/requests/part.server.ts confirmedAt": SHOWN_LATER,
  "app/models/editing/requests/queue.server.ts dueAt":
    "`dueOf` treats a day in the far future as near; it is overdue from its day on",
  "app/models/editing/requests/report.server.ts decidedAt": DELETED_LATER,
  "app/models/editing/submissions/part.server.ts submittedAt": SHOWN_LATER,
  "app/models/editing/submissions/rebase.server.ts at": BETWEEN_STORED_TIMES,
  "app/models/editing/submissions/review-conflict.server.ts at": BETWEEN_STORED_TIMES,
  "app/models/editing/sources/finding/round.server.ts searchedAt": BETWEEN_STORED_TIMES,
  "app/models/editing/submissions/drafts.server.ts updatedAt": "what somebody typed is not lost: it stays longer",
  "app/models/readers/changes/changes.server.ts at": "cursors, which are bounded before",
  "app/models/readers/changes/changes.server.ts updatedAt": "cursors, which are bounded before",
  "app/models/readers/follows/digests.server.ts nextAt": "what is due, beside what lies farther ahead than the rhythm",
  "app/models/readers/follows/news.server.ts acceptedAt": BETWEEN_STORED_TIMES,
  "app/models/readers/follows/news.server.ts decidedAt": BETWEEN_STORED_TIMES,
  "app/models/readers/follows/news.server.ts publishedAt": BETWEEN_STORED_TIMES,
  "app/models/readers/questions/questions.server.ts changedAt": DELETED_LATER,
  "app/models/readers/visits/statistics.server.ts day": "days that an editor chooses",
  "app/models/readers/visits/sums.server.ts day": DELETED_LATER,
  "app/models/readers/webhooks/delivery.server.ts nextAttemptAt":
    "selects due deliveries, and those farther in the future than any pause",
  "app/models/records/articles/articles.server.ts publishedAt": BETWEEN_STORED_TIMES,
  "app/models/records/images/credits.server.ts createdAt": DELETED_LATER,
  "app/models/records/links/stored-checks.server.ts checkedAt": "checks since a time that the caller has",
  "app/models/records/shared/edit-conflict.server.ts at": BETWEEN_STORED_TIMES,
  "app/models/records/shared/trash.server.ts deletedAt": DELETED_LATER,
  "app/models/whole/mail/admin.server.ts createdAt": SHOWN_LATER,
};

const BOUNDED_BY_CALLER = "asked of a time that the caller has bounded, or made just now";
const AT_MOST_ONE_PERIOD = "the rule's own length is the most that is waited";

/** Times that are compared or counted with in the program, by file and the last part of the name. */
const UNBOUNDED_IN_CODE: Record<string, string> = {
  "app/components/ui/dates.tsx time": "shown as a day, where it does not lie in the past",
  "app/models/base/accounts/api-keys.server.ts expiresAt": "which sentence a key that has ended is refused with",
  "app/models/base/accounts/sessions.server.ts lastSeenAt": "a time of the future is replaced by the present",
  "app/models/base/jobs/clock.server.ts at": "the clock itself is looked at",
  "app/models/base/jobs/jobs.server.ts updatedAt": "both bounds of `within`",
  "app/models/base/jobs/turns.server.ts blockedUntil": BOUNDED_BY_CALLER,
  "app/models/base/mail/second-thoughts.server.ts decidedAt": AT_MOST_ONE_PERIOD,
  "app/models/editing/articles/schedule.server.ts scheduledAt": "an editor chooses any time",
  "app/models/editing/requests/queue.server.ts dueAt": "overdue from its day on; what lies too far ahead is near",
  "app/models/editing/submissions/review-conflict.server.ts updatedAt": BETWEEN_STORED_TIMES,
  "app/models/readers/changes/changes.server.ts at": BOUNDED_BY_CALLER,
  "app/models/readers/dataset/dataset-file.server.ts requestedAt": BOUNDED_BY_CALLER,
  "app/models/readers/dataset/dataset-file.server.ts begunAt": BOUNDED_BY_CALLER,
  "app/models/readers/follows/digests.server.ts createdAt": BETWEEN_STORED_TIMES,
  "app/models/readers/follows/follow.server.ts nextAt": "the sooner of two",
  "app/models/readers/follows/follow.server.ts nextDigestAt": "the sooner of two",
  "app/models/readers/follows/news.server.ts at": BETWEEN_STORED_TIMES,
  "app/models/readers/follows/news.server.ts createdAt": BETWEEN_STORED_TIMES,
  "app/models/readers/webhooks/delivery.server.ts at": "a change of the last seconds settles first",
  "app/models/records/shared/trash.server.ts deletedAt": DELETED_LATER,
  "app/models/records/works/works.server.ts decidedAt": BETWEEN_STORED_TIMES,
  "app/models/whole/dashboard/statistics.server.ts at": BOUNDED_BY_CALLER,
  "app/models/whole/operation/health.server.ts at": "a try of the future counts as none",
  "app/models/whole/requests/decide.server.ts decidedAt": BETWEEN_STORED_TIMES,
  "app/models/whole/requests/decide.server.ts confirmedAt": BETWEEN_STORED_TIMES,
  "app/models/whole/transfer/backup-bucket.server.ts madeAt": BETWEEN_STORED_TIMES,
  "app/models/whole/transfer/backup-schedule.server.ts changedAt":
    "the time of a file: an unfinished one of the future stays longer",
  "app/models/whole/transfer/backup-schedule.server.ts madeAt": "another condition leaves out a backup of the future",
  "app/models/whole/transfer/upgrade-check.server.ts madeAt": BOUNDED_BY_CALLER,
  "app/routes/_site.articles.$slug/article-text.tsx publishedAt": BETWEEN_STORED_TIMES,
  "app/routes/admin.experts_.$id.works.tsx at": BETWEEN_STORED_TIMES,
  "app/routes/admin/unsaved-typing.tsx at": "what somebody typed is not lost: it stays longer",
};

/** Columns that hold a time, by the schema's own names for them. */
function timeColumns(): string[] {
  const schema = readFileSync(join("db", "schema.ts"), "utf8");
  const columns = Array.from(schema.matchAll(/^ {2}(\w+): [^;]*\bstring\b[^;]*;/gm), ([, name]) => name as string);
  return [...new Set(columns.filter((name) => /(?:At|Until|Day)$|^(?:at|day|since|until)$/.test(name)))];
}

interface Comparison {
  /** File and column. */
  location: string;
  isBounded: boolean;
}

function sourceFiles(pattern: RegExp): string[] {
  return ["app", "db"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(({ name }) => pattern.test(name) && !/\.test\.tsx?$/.test(name))
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
}

function readComparisons(): Comparison[] {
  const comparison = new RegExp(`"(?:\\w+\\.)?(${timeColumns().join("|")})", "[<>]=?", ([^\\n]+)`, "g");
  return sourceFiles(/\.ts$/).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const usesBounds = text.includes('from "~/stored-times"');
    return Array.from(text.matchAll(comparison), ([, column, operand = ""]) => ({
      location: `${file} ${column}`,
      isBounded: usesBounds && /\b(?:after|until)\b|\b(?:ahead|within)\(/.test(operand),
    }));
  });
}

test("reliability 49 a stored time that is compared with the present is bounded by its own rule, or says why not", () => {
  const allComparisons = readComparisons();
  expect(timeColumns().length).toBeGreaterThan(30);
  expect(allComparisons.filter(({ isBounded }) => isBounded).length).toBeGreaterThan(25);
  const unbounded = [...new Set(allComparisons.filter(({ isBounded }) => !isBounded).map(({ location }) => location))];
  expect(unbounded.sort()).toEqual(Object.keys(UNBOUNDED_QUERIES).sort());
});

/** "x.createdAt", "until" and the like; what is measured by performance.now() is no stored time. */
const TIME_EXPRESSION = String.raw`(?:\w+\??\.)+at|(?:\w+\??\.)*\w+(?:At|Until)`;
const TIME_USES = [
  // Not within one of the functions of `stored-times`.
  new RegExp(String.raw`(?<!isWithin\(|isAhead\(|since\()Date\.parse\((${TIME_EXPRESSION}|at|time)\b`, "g"),
  new RegExp(String.raw`(?<![\w.])(${TIME_EXPRESSION})(?: as string)? [<>]=? (?!null)[\w.(]`, "g"),
  new RegExp(String.raw`[\w)\]] [<>]=? (${TIME_EXPRESSION})\b`, "g"),
];

function timesInCode(): string[] {
  return sourceFiles(/\.tsx?$/).flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    const code = lines.filter((line) => !/^\s*(\/?\*|\/\/)|performance\.now|isFinite/.test(line));
    return TIME_USES.flatMap((pattern) =>
      Array.from(
        code.join("\n").matchAll(pattern),
        ([, name = ""]) => `${file} ${name.slice(name.lastIndexOf(".") + 1)}`,
      ),
    );
  });
}

test("reliability 49 a stored time that the program compares or calculates with is bounded, or says why not", () => {
  const places = timesInCode().filter((place) => /^app\/(models|components|routes)\//.test(place));
  expect([...new Set(places)].sort()).toEqual(Object.keys(UNBOUNDED_IN_CODE).sort());
});
