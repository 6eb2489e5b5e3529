/** Records changes of second factors: ends other sessions, and mails the owner. */
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

/** Ends the other sessions after a factor was added, and returns recovery codes if the account had none. */
export async function handleFactorAdded(
  tx: Queryable,
  user: RecentUser,
  event: string,
  caller: Caller,
): Promise<string[]> {
  await checkSession(tx, user);
  await endOtherSessions(user, user.session, tx);
  await mailAboutFactors(tx, user, event, caller);
  const codes = tx.selectFrom("recoveryCodes").select("hash").where("userId", "=", user.id).where("usedAt", "is", null);
  return (await codes.limit(1).executeTakeFirst()) ? [] : replaceRecoveryCodes(tx, user.id);
}

/** Ends the other sessions after a factor was removed; also deletes the recovery codes after the last factor. */
export async function handleFactorRemoved(
  tx: Queryable,
  user: RecentUser,
  event: string,
  caller: Caller,
): Promise<void> {
  await checkSession(tx, user);
  await endOtherSessions(user, user.session, tx);
  await mailAboutFactors(tx, user, event, caller);
  if (await hasSecondFactor(user.id, tx)) return;
  await tx.deleteFrom("recoveryCodes").where("userId", "=", user.id).execute();
}

/** Replaces the recovery codes by ten new ones. Throws "conflict" without a second factor. */
export async function renewRecoveryCodes(user: RecentUser, caller: Caller): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await checkSession(tx, user);
    if (!(await hasSecondFactor(user.id, tx))) {
      throw new AppError("conflict", "Recovery codes need a second factor. Please set one up first.");
    }
    await mailAboutFactors(tx, user, "The recovery codes were replaced", caller);
    return replaceRecoveryCodes(tx, user.id);
  });
}

/** Mails the owner about an event; `event` is the beginning of a sentence. */
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
