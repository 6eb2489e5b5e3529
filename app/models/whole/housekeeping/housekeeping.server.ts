/** Deletes what has expired: at the start and then every hour. */
import { log } from "~/log.server";
import { removeEndedKeys } from "~/models/base/accounts/api-keys.server";
import { removeExpiredTokens } from "~/models/base/accounts/one-time-tokens.server";
import { removeEndedSessions } from "~/models/base/accounts/sessions.server";
import { isClockBelieved } from "~/models/base/jobs/clock.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { tidyMails } from "~/models/base/mail/loop.server";
import { removeExpiredLimits } from "~/models/base/rate-limits/rate-limits.server";
import { removeOldSuggestions } from "~/models/editing/ai/suggestions.server";
import { purgeOldArticles } from "~/models/editing/articles/trash.server";
import { removeUnproven } from "~/models/editing/claims/claims.server";
import { askHolders } from "~/models/editing/claims/still-right.server";
import { purgeOldExperts } from "~/models/editing/experts/trash.server";
import { forgetDecided, removeUnconfirmed } from "~/models/editing/requests/report.server";
import { tidyDrafts } from "~/models/editing/submissions/drafts.server";
import { removeUnconfirmedFollows } from "~/models/readers/follows/follow.server";
import { removeOldMissed } from "~/models/readers/missed-searches/missed-searches.server";
import { removeOldQuestions } from "~/models/readers/questions/questions.server";
import { tidyVisits } from "~/models/readers/visits/sums.server";
import { noteSourcedBefore } from "~/models/records/evidence/sourced.server";
import { removeOrphans } from "~/models/records/images/orphans.server";

const HOUR_MS = 60 * 60_000;

export function startHousekeeping(): Loop {
  return startLoop({ name: "housekeeping", everyMs: HOUR_MS }, removeExpired);
}

async function removeExpired(): Promise<void> {
  await noteSourcedBefore();
  if (!(await isClockBelieved())) return;
  await askHolders(new Date());
  await tidyMails(new Date());
  const removed = {
    sessions: await removeEndedSessions(),
    tokens: await removeExpiredTokens(),
    keys: await removeEndedKeys(),
    experts: await purgeOldExperts(),
    articles: await purgeOldArticles(),
    reports: await removeUnconfirmed(),
    follows: await removeUnconfirmedFollows(),
    requests: await forgetDecided(),
    questions: await removeOldQuestions(),
    claims: await removeUnproven(),
    suggestions: await removeOldSuggestions(),
    searches: await removeOldMissed(),
    visits: await tidyVisits(),
    limits: await removeExpiredLimits(),
    drafts: await tidyDrafts(),
    files: (await removeOrphans()).removed.length,
  };
  if (Object.values(removed).some(Boolean)) log.info({ removed }, "deleted what had expired");
}
