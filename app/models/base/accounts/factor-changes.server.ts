/** Handles changes of second factors: other sessions end, and the owner gets a mail. */
import { db, type Queryable, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { secondFactorMail } from "~/models/base/mail/texts.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { hasSecondFactor } from "./factors.server";
import type { Caller } from "./input.server";
import { replaceRecoveryCodes } from "./recovery-codes.server";
import { checkSession, endOtherSessions, type RecentUser } from "./sessions.server";

/** After a factor was added: ends the other sessions, and gives recovery codes if the account had none. */
export async function factorAdded(tx: Queryable, user: RecentUser, event: string, caller: Caller): Promise<string[]> {
  await checkSession(tx, user);
  await endOtherSessions(user, user.session, tx);
  await mailAboutFactors(tx, user, event, caller);
  const codes = tx.selectFrom("recoveryCodes").select("hash").where("userId", "=", user.id).where("usedAt", "is", null);
  return (await codes.limit(1).executeTakeFirst()) ? [] : replaceRecoveryCodes(tx, user.id);
}

/** After a factor was removed: ends the other sessions; with the last factor the recovery codes go. */
export async function factorRemoved(tx: Queryable, user: RecentUser, event: string, caller: Caller): Promise<void> {
  await checkSession(tx, user);
  await endOtherSessions(user, user.session, tx);
  await mailAboutFactors(tx, user, event, caller);
  if (await hasSecondFactor(user.id, tx)) return;
  await tx.deleteFrom("recoveryCodes").where("userId", "=", user.id).execute();
}

/** Ten new recovery codes in place of the earlier ones. Throws conflict without a second factor. */
export async function renewRecoveryCodes(user: RecentUser, caller: Caller): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await checkSession(tx, user);
    if (!(await hasSecondFactor(user.id, tx))) {
      throw new AppError("conflict", "Recovery codes belong to a second factor. Please set one up first.");
    }
    await mailAboutFactors(tx, user, "The recovery codes were replaced", caller);
    return replaceRecoveryCodes(tx, user.id);
  });
}

/** Tells the owner about an event, given as the beginning of a sentence. */
export async function mailAboutFactors(
  tx: Queryable,
  user: UserRow,
  event: string,
  { address, origin }: Caller,
): Promise<void> {
  const { siteName } = await siteSettings(tx);
  const mail = secondFactorMail({ siteName, event, at: new Date(), link: `${origin}/account/security` });
  await queueMail(tx, { ...mail, recipient: user.email });
  log.info({ user: user.id, address, what: event }, "second factors changed");
}
