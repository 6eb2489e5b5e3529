/** One-time links by mail for people who cannot sign in: the common steps of a request, and the sign-in link. */
import { z } from "zod";
import { db, type Queryable, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { parse } from "~/models/base/input/validation.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { signInLinkMail } from "~/models/base/mail/texts.server";
import { forgetTries, isWithin, limit, network, trustPlace } from "~/models/base/rate-limits/rate-limits.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { endApiKeys } from "./api-keys.server";
import { deleteStrangersFactors } from "./factors.server";
import { type Caller, emailField } from "./input.server";
import { findToken, issueToken, redeemToken } from "./one-time-tokens.server";
import { checkQuestion, questionIn } from "./security-question.server";
import { endAllSessions, enterNothing } from "./sessions.server";
import { findUserByEmail } from "./users.server";
import { markVerified } from "./verify-email.server";

export const LINK_MINUTES = 60;

const ENTER_EMAIL = "Please enter your email address";
export const LinkRequest = z.object({ email: emailField(ENTER_EMAIL) });

/** The same answer whether or not there is an account. */
export function linkRequestedMessage(link: string): string {
  if (mailIsConfigured) return `If an account exists with that email, we've sent ${link}`;
  return `This site does not send e-mail yet. If an account exists with that email, ${link} waits where only the people who run the site see it.`;
}

/** Queues a mail with a link, if the address has an account; earlier links for the same stop working. */
export async function mailLink(
  input: unknown,
  caller: Caller,
  purpose: "reset" | "signIn",
  queue: (tx: Queryable, user: UserRow) => Promise<void>,
): Promise<void> {
  const { email } = parse(LinkRequest, input);
  await checkQuestion(...questionIn(input));
  await limit("linkFrom", network(caller.address));
  // Above the limit the newest link stays valid and the answer is the same: strangers take nothing away.
  const isRoom = await isWithin("linkTo", email);
  await db.transaction().execute(async (tx) => {
    const user = isRoom ? await findUserByEmail(email, tx) : undefined;
    if (user?.status === "active") await queue(tx, user);
    else await issueToken(tx, { purpose, userId: null, minutes: 0 });
  });
}

export async function askForSignInLink(input: unknown, caller: Caller, returnTo = "/"): Promise<void> {
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

const USELESS = "This sign-in link has expired or was used already. Please ask for a new one.";

/** The user of a sign-in link, which is used up. No limit on tries applies. Throws invalid. */
export async function signInWithLink(input: unknown, caller: Caller, enter = enterNothing): Promise<UserRow> {
  const { token } = parse(z.object({ token: z.string(USELESS) }), input);
  const user = await db.transaction().execute(async (tx) => {
    const tokenRow = await redeemToken(tx, "signIn", token);
    const owner = await activeUser(tx, tokenRow?.userId ?? null);
    if (!owner) throw new AppError("invalid", USELESS, { token: USELESS });
    if (!owner.emailVerifiedAt) await forgetStrangers(tx, owner);
    const verified = await markVerified(tx, owner);
    await enter(tx, verified);
    return verified;
  });
  log.info({ user: user.id, address: caller.address }, "a sign-in link was used");
  await forgetTries(user.email, caller.address);
  await trustPlace(user.email, caller.address);
  return user;
}

async function activeUser(tx: Queryable, id: string | null): Promise<UserRow | undefined> {
  const user = tx.selectFrom("users").selectAll().where("id", "=", id).where("status", "=", "active");
  return user.executeTakeFirst();
}

/**
 * Until an address is confirmed anybody may have made its account, to wait in it for the owner: a password from then,
 * second factors, API keys, and sessions opened with it, end.
 */
export async function forgetStrangers(tx: Queryable, user: UserRow): Promise<void> {
  await endAllSessions(tx, user.id);
  await endApiKeys(tx, user.id);
  await deleteStrangersFactors(tx, user);
  await tx.updateTable("users").set({ passwordHash: null }).where("id", "=", user.id).execute();
}
