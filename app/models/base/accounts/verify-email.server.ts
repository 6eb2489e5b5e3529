/** Confirms that an e-mail address belongs to its account, which ADMIN_EMAIL waits for. */
import { z } from "zod";
import { db, type Queryable, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { confirmAddressMail } from "~/models/base/mail/texts.server";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import type { Caller } from "./input.server";
import { takeAdminEmail } from "./new-admins.server";
import { issueToken, redeemToken } from "./one-time-tokens.server";

const A_WEEK = 7 * 24 * 60;

/** Queues another mail with a link that confirms the user's address; the former link stops working. */
export async function sendVerification(user: UserRow, caller: Caller): Promise<void> {
  if (user.emailVerifiedAt) throw new AppError("conflict", "Your e-mail address is confirmed already.");
  await limit("verify", user.id);
  await db.transaction().execute((tx) => queueVerification(tx, user, caller));
}

export async function queueVerification(tx: Queryable, user: UserRow, { origin }: Caller): Promise<void> {
  const { token, until } = await issueToken(tx, { purpose: "verify", userId: user.id, minutes: A_WEEK });
  const { siteName } = await siteSettings(tx);
  const mail = confirmAddressMail({ siteName, link: `${origin}/verify-email?token=${token}`, until });
  await queueMail(tx, { ...mail, recipient: user.email });
}

const USELESS = "This link has expired or was used already. You can ask for a new one on your account page.";

/** Confirms the address of the user who is signed in. Throws invalid, forbidden. */
export async function verifyEmail(user: UserRow, input: unknown): Promise<UserRow> {
  const { token } = parse(z.object({ token: z.string(USELESS) }), input);
  return db.transaction().execute(async (tx) => {
    const owner = await redeemToken(tx, "verify", token);
    if (!owner) throw new AppError("invalid", USELESS, { token: USELESS });
    if (owner.userId !== user.id) {
      throw new AppError("forbidden", "This link belongs to another account. Please sign in with that one first.");
    }
    return markVerified(tx, user);
  });
}

/** Notes that an address is its user's, however that was shown. */
export async function markVerified(tx: Queryable, { id }: Pick<UserRow, "id">): Promise<UserRow> {
  const now = new Date().toISOString();
  // Reads the user again: the caller's role may be older than this transaction.
  const user = await tx.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const changes = { emailVerifiedAt: user.emailVerifiedAt ?? now, updatedAt: now };
  await tx.updateTable("users").set(changes).where("id", "=", id).execute();
  return takeAdminEmail(tx, { ...user, ...changes });
}
