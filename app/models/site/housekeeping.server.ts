/** Deletes what has expired: at the start and then every hour. */
import { log } from "~/log.server";
import { removeEndedKeys } from "~/models/accounts/api-keys.server";
import { removeExpiredTokens } from "~/models/accounts/one-time-tokens.server";
import { removeExpiredLimits } from "~/models/accounts/rate-limits.server";
import { removeEndedSessions } from "~/models/accounts/sessions.server";
import { removeOldSuggestions } from "~/models/ai/suggestions.server";
import { purgeOldArticles } from "~/models/articles/trash.server";
import { removeUnproven } from "~/models/claims/claims.server";
import { askHolders } from "~/models/claims/still-right.server";
import { noteSourcedBefore } from "~/models/experts/sourced.server";
import { purgeOldExperts } from "~/models/experts/trash.server";
import { removeUnconfirmedFollows } from "~/models/follows/follow.server";
import { removeOrphans } from "~/models/images/orphans.server";
import { type Loop, startLoop } from "~/models/jobs/loop.server";
import { tidyMails } from "~/models/mail/loop.server";
import { removeOldQuestions } from "~/models/questions/questions.server";
import { forgetDecided, removeUnconfirmed } from "~/models/requests/report.server";
import { tidyDrafts } from "~/models/submissions/drafts.server";
import { tidyVisits } from "~/models/visits/sums.server";
import { removeOldMissed } from "./missed-searches.server";

const HOUR_MS = 60 * 60_000;

export function startHousekeeping(): Loop {
  return startLoop({ name: "housekeeping", everyMs: HOUR_MS }, removeExpired);
}

async function removeExpired(): Promise<void> {
  await noteSourcedBefore();
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
