/**
 * A stored time is believed for as long as its own rule lasts (reliability.md 49). Every column of the schema that holds a time is
 * looked for in all queries that compare it: it is bounded by `stored-times`, or stands below with the reason why it need not be.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const GOES_LATER = "deletes by a clock that is believed; a time that lies ahead stays longer, and nothing rests on it";
const TWO_STORED = "two stored times are compared, and not the clock";
const SHOWN_LATER = "a list for editors: a time that lies ahead stands in it later, or as new";

/** By file and column. */
const UNBOUNDED: Record<string, string> = {
  "app/models/base/accounts/api-keys.server.ts expiresAt": GOES_LATER,
  "app/models/base/accounts/one-time-tokens.server.ts expiresAt": GOES_LATER,
  "app/models/base/accounts/sessions.server.ts expiresAt": GOES_LATER,
  "app/models/base/mail/loop.server.ts createdAt": GOES_LATER,
  "app/models/base/mail/loop.server.ts nextAttemptAt": "an admin asks for it: whatever waits is sent now",
  "app/models/base/mail/sending.server.ts nextAttemptAt": "what is due, beside what lies farther ahead than any pause",
  "app/models/base/providers/calls.server.ts at": "the beginning of the month, beside the bound of the present",
  "app/models/editing/ai/suggestions.server.ts createdAt": GOES_LATER,
  "app/models/editing/articles/schedule.server.ts scheduledAt":
    "an editor chooses any time; nothing is published while the clock is doubted",
  "app/models/editing/claims/claims.server.ts expiresAt": GOES_LATER,
  "app/models/editing/claims/still-right.server.ts confirmedAt":
    "who confirmed by a clock that ran ahead is asked later",
  "app/models/editing/claims/still-right.server.ts remindedAt":
    "beside a reminder that lies ahead, which counts as none",
  "app/models/editing/experts/drafts.server.ts publishAt":
    "an editor chooses any time; nothing is published while the clock is doubted",
  "app/models/editing/experts/gaps.server.ts reviewedAt": SHOWN_LATER,
  "app/models/editing/experts/part.server.ts reviewedAt": SHOWN_LATER,
  "app/models/editing/identity/identity-search.server.ts searchedAt": TWO_STORED,
  "app/models/editing/imports/import.server.ts createdAt": GOES_LATER,
  "app/models/editing/imports/import.server.ts updatedAt": TWO_STORED,
  "app/models/editing/portraits/portrait-search.server.ts searchedAt": TWO_STORED,
  "app/models/editing/requests/part.server.ts confirmedAt": SHOWN_LATER,
  "app/models/editing/requests/queue.server.ts dueAt":
    "a day in the far future is near, see `dueOf`; as overdue it counts from its day on",
  "app/models/editing/requests/report.server.ts decidedAt": GOES_LATER,
  "app/models/editing/submissions/part.server.ts submittedAt": SHOWN_LATER,
  "app/models/editing/submissions/drafts.server.ts updatedAt": "what somebody typed is not lost: it stays longer",
  "app/models/readers/changes/changes.server.ts at": "cursors, which are bounded before",
  "app/models/readers/changes/changes.server.ts updatedAt": "cursors, which are bounded before",
  "app/models/readers/follows/digests.server.ts nextAt": "what is due, beside what lies farther ahead than the rhythm",
  "app/models/readers/follows/news.server.ts acceptedAt": TWO_STORED,
  "app/models/readers/follows/news.server.ts decidedAt": TWO_STORED,
  "app/models/readers/follows/news.server.ts publishedAt": TWO_STORED,
  "app/models/readers/questions/questions.server.ts changedAt": GOES_LATER,
  "app/models/readers/visits/statistics.server.ts day": "days that an editor chooses",
  "app/models/readers/visits/sums.server.ts day": GOES_LATER,
  "app/models/records/articles/articles.server.ts publishedAt": TWO_STORED,
  "app/models/records/images/credits.server.ts createdAt": GOES_LATER,
  "app/models/records/links/stored-checks.server.ts checkedAt": "checks since a time that the caller has",
  "app/models/records/shared/edit-conflict.server.ts at": TWO_STORED,
  "app/models/records/shared/trash.server.ts deletedAt": GOES_LATER,
  "app/models/whole/mail/admin.server.ts createdAt": SHOWN_LATER,
};

const MADE_NOW = "asked of a time that the caller has bounded, or made just now";
const AT_MOST = "the rule's own length is the most that is waited";

/** Times that are compared or counted with in the program, by file and the last part of the name. */
const UNBOUNDED_HERE: Record<string, string> = {
  "app/components/ui/dates.tsx time": "shown as a day, where it does not lie in the past",
  "app/models/base/accounts/api-keys.server.ts expiresAt": "which sentence a key that has ended is refused with",
  "app/models/base/accounts/sessions.server.ts lastSeenAt": "of a session that was bounded when it was read",
  "app/models/base/jobs/clock.server.ts at": "the clock itself is looked at",
  "app/models/base/jobs/jobs.server.ts updatedAt": "both bounds of `within`",
  "app/models/base/jobs/turns.server.ts blockedUntil": MADE_NOW,
  "app/models/base/mail/second-thoughts.server.ts at": AT_MOST,
  "app/models/editing/articles/schedule.server.ts scheduledAt": "an editor chooses any time",
  "app/models/editing/requests/queue.server.ts dueAt": "overdue from its day on; what lies too far ahead is near",
  "app/models/readers/changes/changes.server.ts at": MADE_NOW,
  "app/models/readers/dataset/dataset-file.server.ts askedAt": MADE_NOW,
  "app/models/readers/dataset/dataset-file.server.ts begunAt": MADE_NOW,
  "app/models/readers/follows/digests.server.ts createdAt": TWO_STORED,
  "app/models/readers/follows/follow.server.ts nextAt": "the sooner of two",
  "app/models/readers/follows/follow.server.ts nextDigestAt": "the sooner of two",
  "app/models/readers/follows/news.server.ts at": TWO_STORED,
  "app/models/readers/follows/news.server.ts createdAt": TWO_STORED,
  "app/models/readers/webhooks/delivery.server.ts at": "a change of the last seconds settles first",
  "app/models/records/shared/trash.server.ts deletedAt": GOES_LATER,
  "app/models/whole/dashboard/statistics.server.ts at": MADE_NOW,
  "app/models/whole/operation/health.server.ts at": "a try of the future counts as none",
  "app/models/whole/requests/decide.server.ts decidedAt": TWO_STORED,
  "app/models/whole/requests/decide.server.ts confirmedAt": TWO_STORED,
  "app/models/whole/transfer/backup-bucket.server.ts madeAt": TWO_STORED,
  "app/models/whole/transfer/upgrade-check.server.ts at": MADE_NOW,
  "app/routes/_site.articles.$slug/article-text.tsx publishedAt": TWO_STORED,
  "app/routes/admin.experts_.$id.works.tsx at": TWO_STORED,
  "app/routes/admin/kept-typing.tsx at": "what somebody typed is not lost: it stays longer",
};

/** Columns that hold a time, by the schema's own names for them. */
function timeColumns(): string[] {
  const schema = readFileSync(join("db", "schema.ts"), "utf8");
  const columns = Array.from(schema.matchAll(/^ {2}(\w+): [^;]*\bstring\b[^;]*;/gm), ([, name]) => name as string);
  return [...new Set(columns.filter((name) => /(?:At|Until|Day)$|^(?:at|day|since|until)$/.test(name)))];
}

interface Comparison {
  /** File and column. */
  place: string;
  isBounded: boolean;
}

function sources(ending: RegExp): string[] {
  return ["app", "db"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(({ name }) => ending.test(name) && !/\.test\.tsx?$/.test(name))
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
}

function comparisons(): Comparison[] {
  const compared = new RegExp(`"(?:\\w+\\.)?(${timeColumns().join("|")})", "[<>]=?", ([^\\n]+)`, "g");
  return sources(/\.ts$/).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const usesBounds = text.includes('from "~/stored-times"');
    return Array.from(text.matchAll(compared), ([, column, against = ""]) => ({
      place: `${file} ${column}`,
      isBounded: usesBounds && /\b(?:after|until)\b|\b(?:ahead|within)\(/.test(against),
    }));
  });
}

test("49 a stored time that is compared with the present is bounded by its own rule, or says why not", () => {
  const all = comparisons();
  expect(timeColumns().length).toBeGreaterThan(30);
  expect(all.filter(({ isBounded }) => isBounded).length).toBeGreaterThan(25);
  const open = [...new Set(all.filter(({ isBounded }) => !isBounded).map(({ place }) => place))];
  expect(open.sort()).toEqual(Object.keys(UNBOUNDED).sort());
});

/** "x.createdAt", "until" and the like; what is measured by performance.now() is no stored time. */
const TIME = String.raw`(?:\w+\??\.)+at|(?:\w+\??\.)*\w+(?:At|Until)`;
const COUNTED = [
  // Not within one of the functions of `stored-times`.
  new RegExp(String.raw`(?<!isWithin\(|isAhead\(|since\()Date\.parse\((${TIME}|at|time)\b`, "g"),
  new RegExp(String.raw`(?<![\w.])(${TIME})(?: as string)? [<>]=? (?!null)[\w.(]`, "g"),
  new RegExp(String.raw`[\w)\]] [<>]=? (${TIME})\b`, "g"),
];

function countedWith(): string[] {
  return sources(/\.tsx?$/).flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    const counting = lines.filter((line) => !/^\s*(\/?\*|\/\/)|performance\.now|isFinite/.test(line));
    return COUNTED.flatMap((pattern) =>
      Array.from(
        counting.join("\n").matchAll(pattern),
        ([, name = ""]) => `${file} ${name.slice(name.lastIndexOf(".") + 1)}`,
      ),
    );
  });
}

test("49 so is a time that the program compares or counts with", () => {
  const models = countedWith().filter((place) => /^app\/(models|components|routes)\//.test(place));
  expect([...new Set(models)].sort()).toEqual(Object.keys(UNBOUNDED_HERE).sort());
});
