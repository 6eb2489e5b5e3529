/** Clearing away what is over: at the start and then every hour. */
import { log } from "~/log.server";
import { removeExpiredTokens } from "~/models/accounts/one-time-tokens.server";
import { removeEndedSessions } from "~/models/accounts/sessions.server";
import { removeOldSuggestions } from "~/models/ai/suggestions.server";
import { removeOldArticles } from "~/models/articles/trash.server";
import { removeOldTrash } from "~/models/experts/trash.server";
import { removeOrphans } from "~/models/images/orphans.server";

const HOUR = 60 * 60_000;

/** Begins now. The timer keeps no process running. Returns what stops it. */
export function startHousekeeping(): { stop(): void } {
  const timer = setInterval(tidy, HOUR).unref();
  tidy();
  return { stop: () => clearInterval(timer) };
}

async function tidy(): Promise<void> {
  try {
    const removed = {
      sessions: await removeEndedSessions(),
      tokens: await removeExpiredTokens(),
      experts: await removeOldTrash(),
      articles: await removeOldArticles(),
      suggestions: await removeOldSuggestions(),
      files: (await removeOrphans()).removed.length,
    };
    if (Object.values(removed).some(Boolean)) log.info({ removed }, "cleared away what is over");
  } catch (error) {
    log.warn({ err: error }, "clearing away failed; it is tried again in an hour");
  }
}
