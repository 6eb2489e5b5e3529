/** Confirms that an email address belongs to its account. ADMIN_EMAIL takes effect after that. */
import { z } from "zod";
import { db, type Queryable, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { confirmAddressMail } from "~/models/base/mail/texts.server";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import type { Caller } from "./input.server";
import { applyAdminEmail } from "./new-admins.server";
import { issueToken, redeemToken } from "./one-time-tokens.server";

const WEEK_MINUTES = 7 * 24 * 60;

/** Queues another mail with a link that confirms the user's address. The former link becomes invalid. Throws "conflict", "limited". */
export async function sendVerification(user: UserRow, caller: Caller): Promise<void> {
  if (user.emailVerifiedAt) throw new AppError("conflict", "Your email address is confirmed already.");
  await limit("verify", user.id);
  await limit("newAccountMail", user.email);
  await db.transaction().execute((tx) => queueVerification(tx, user, caller));
}

export async function queueVerification(tx: Queryable, user: UserRow, { origin }: Caller): Promise<void> {
  const { token, until } = await issueToken(tx, { purpose: "verify", userId: user.id, minutes: WEEK_MINUTES });
  const { siteName } = await siteSettings(tx);
  const mail = confirmAddressMail({ siteName, link: `${origin}/verify-email?token=${token}`, until });
  await queueMail(tx, { ...mail, recipient: user.email });
}

const INVALID_LINK = "This link has expired or has already been used. You can request a new one on your account page.";

/** Confirms the address of the signed-in user. Throws "invalid", "forbidden". */
export async function verifyEmail(user: UserRow, input: unknown): Promise<UserRow> {
  const { token } = parse(z.object({ token: z.string(INVALID_LINK) }), input);
  return db.transaction().execute(async (tx) => {
    const owner = await redeemToken(tx, "verify", token);
    if (!owner) throw new AppError("invalid", INVALID_LINK, { token: INVALID_LINK });
    if (owner.userId !== user.id) {
      throw new AppError("forbidden", "This link belongs to another account. Please sign in with that one first.");
    }
    return markVerified(tx, user);
  });
}

/** Records that an address belongs to its user, whichever way it was proven. */
export async function markVerified(tx: Queryable, { id }: Pick<UserRow, "id">): Promise<UserRow> {
  const now = new Date().toISOString();
  // Reads the user again, because the caller's role may be older than this transaction.
  const user = await tx.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const changes = { emailVerifiedAt: user.emailVerifiedAt ?? now, updatedAt: now };
  await tx.updateTable("users").set(changes).where("id", "=", id).execute();
  return applyAdminEmail(tx, { ...user, ...changes });
}
