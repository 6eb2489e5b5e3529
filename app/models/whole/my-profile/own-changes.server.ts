import type { UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { disownWork, highlightOwn } from "~/models/editing/claims/own-works.server";
import { chooseYearlyMail, confirmOwn } from "~/models/editing/claims/still-right.server";
import { setAcceptsQuestions } from "~/models/readers/questions/questions.server";
import { proposeOwnChange } from "./own.server";

interface OwnChanges {
  stillRight?: true;
  takesQuestions?: boolean;
  askedYearly?: boolean;
  highlight?: string[];
  notMine?: unknown;
  changes?: Record<string, unknown>;
}

/**
 * Carries out the actions on the page of a person's own profile. A call that is refused can be repeated: the report about a
 * work, which can be sent only once, follows the other actions that may be refused. Throws "missing" for another person's
 * profile, and the errors of each action.
 */
export async function changeOwnPage(
  user: UserRow,
  slug: string,
  { stillRight, takesQuestions, askedYearly, highlight, notMine, changes }: OwnChanges,
  { origin }: { origin: string },
): Promise<{ request: string | null; proposal: string | null }> {
  const actions = [stillRight, takesQuestions, askedYearly, highlight, notMine, changes];
  if (actions.every((input) => input === undefined)) throw new AppError("invalid", "Send at least one change.");
  if (highlight) await highlightOwn(user, slug, highlight);
  const proposal = changes ? await proposeOwnChange(user, slug, changes, { origin }) : null;
  const request = notMine === undefined ? null : await disownWork(user, slug, notMine);
  if (takesQuestions !== undefined) await setAcceptsQuestions(user, slug, takesQuestions);
  if (askedYearly !== undefined) await chooseYearlyMail(user, slug, askedYearly);
  if (stillRight) await confirmOwn(user, slug);
  return { request: request?.id ?? null, proposal: proposal?.id ?? null };
}
