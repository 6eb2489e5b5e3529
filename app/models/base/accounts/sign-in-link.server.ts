/** Mails links that work once to people who cannot sign in: the steps of every such request, and the sign-in link. */
import { z } from "zod";
import { db, type Queryable, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { parse } from "~/models/base/input/validation.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { signInLinkMail } from "~/models/base/mail/texts.server";
import {
  countWithinLimit,
  limit,
  network,
  resetAttempts,
  trustNetwork,
} from "~/models/base/rate-limits/rate-limits.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { revokeAllKeys } from "./api-keys.server";
import { deleteStrangersFactors } from "./factors.server";
import { type Caller, emailField } from "./input.server";
import { findToken, issueToken, redeemToken } from "./one-time-tokens.server";
import { checkQuestion, questionIn } from "./security-question.server";
import { endAllSessions, openNoSession } from "./sessions.server";
import { findUserByEmail } from "./users.server";
import { markVerified } from "./verify-email.server";

export const LINK_MINUTES = 60;

const ENTER_EMAIL = "Please enter your email address";
export const LinkRequest = z.object({ email: emailField(ENTER_EMAIL) });

/** Returns the answer to a request, which is the same whether or not there is an account. */
export function linkRequestedMessage(link: string): string {
  if (mailIsConfigured) return `If an account exists with that email, we've sent ${link}`;
  return `This site does not send email yet. If an account exists with that email, only the people who run the site can see ${link}.`;
}

/** Queues a mail with a link if the address has an account. Earlier links for the same purpose become invalid. */
export async function mailLink(
  input: unknown,
  caller: Caller,
  purpose: "reset" | "signIn",
  queue: (tx: Queryable, user: UserRow) => Promise<void>,
): Promise<void> {
  const { email } = parse(LinkRequest, input);
  await checkQuestion(...questionIn(input));
  await limit("linkFrom", network(caller.address));
  // Above the limit, keeps the newest link and gives the same answer, so that strangers cannot make it invalid.
  const isWithinLimit = await countWithinLimit("linkTo", email);
  await db.transaction().execute(async (tx) => {
    const user = isWithinLimit ? await findUserByEmail(email, tx) : undefined;
    if (user?.status === "active") await queue(tx, user);
    else await issueToken(tx, { purpose, userId: null, minutes: 0 });
  });
}

export async function requestSignInLink(input: unknown, caller: Caller, returnTo = "/"): Promise<void> {
  await mailLink(input, caller, "signIn", async (tx, user) => {
    const { token, until } = await issueToken(tx, { purpose: "signIn", userId: user.id, minutes: LINK_MINUTES });
    const params = new URLSearchParams({ token, ...(returnTo === "/" ? {} : { returnTo }) });
    const { siteName } = await siteSettings(tx);
    const mail = signInLinkMail({ siteName, link: `${caller.origin}/sign-in-link?${params}`, until });
    await queueMail(tx, { ...mail, recipient: user.email });
  });
}

export async function isSignInLink(token: string): Promise<boolean> {
  return (await findToken("signIn", token)) !== null;
}

const INVALID_LINK = "This sign-in link has expired or has already been used. Please request a new one.";

/**
 * Returns the user of a sign-in link, and uses the link up. The limits on sign-in attempts do not apply. Throws
 * "invalid".
 */
export async function redeemSignInLink(input: unknown, caller: Caller, openSession = openNoSession): Promise<UserRow> {
  const { token } = parse(z.object({ token: z.string(INVALID_LINK) }), input);
  const user = await db.transaction().execute(async (tx) => {
    const tokenRow = await redeemToken(tx, "signIn", token);
    const owner = await activeUser(tx, tokenRow?.userId ?? null);
    if (!owner) throw new AppError("invalid", INVALID_LINK, { token: INVALID_LINK });
    if (!owner.emailVerifiedAt) await removeStrangersAccess(tx, owner);
    const verifiedUser = await markVerified(tx, owner);
    await openSession(tx, verifiedUser);
    return verifiedUser;
  });
  log.info({ user: user.id, address: caller.address }, "a sign-in link was used");
  await resetAttempts(user.email, caller.address);
  await trustNetwork(user.email, caller.address);
  return user;
}

async function activeUser(tx: Queryable, id: string | null): Promise<UserRow | undefined> {
  const user = tx.selectFrom("users").selectAll().where("id", "=", id).where("status", "=", "active");
  return user.executeTakeFirst();
}

/**
 * Removes password, second factors, API keys and sessions of an unconfirmed account. A stranger may have created it to
 * wait for the owner of the address.
 */
export async function removeStrangersAccess(tx: Queryable, user: UserRow): Promise<void> {
  await endAllSessions(tx, user.id);
  await revokeAllKeys(tx, user.id);
  await deleteStrangersFactors(tx, user);
  await tx.updateTable("users").set({ passwordHash: null }).where("id", "=", user.id).execute();
}
