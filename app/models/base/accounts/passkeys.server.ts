/** Manages passkeys (WebAuthn Level 3): a device or password manager verifies its owner, and signs for them. */

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { db, type PasskeyRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { parse } from "~/models/base/input/validation.server";
import { limit, network } from "~/models/base/rate-limits/rate-limits.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { onOneLine } from "~/models/base/text/content-text";
import { isSigned, newSecret, sign } from "~/services/secrets.server";
import { isAhead } from "~/stored-times";
import { handleFactorAdded, handleFactorRemoved } from "./factor-changes.server";
import type { Caller } from "./input.server";
import { consumeOnce } from "./one-time-tokens.server";
import { openNoSession, type RecentUser } from "./sessions.server";

/** The site for which a passkey is valid: its origin and host (WebAuthn §5.4.2). */
export interface RelyingParty {
  origin: string;
  id: string;
}

/** Returns the site as a relying party; null if browsers offer no passkeys, as without HTTPS or for an IP address. */
export function relyingParty(origin: string): RelyingParty | null {
  const { hostname, protocol } = new URL(origin);
  const isIpAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  return isIpAddress || (protocol !== "https:" && hostname !== "localhost") ? null : { origin, id: hostname };
}

const CHALLENGE_MINUTES = 10;

/**
 * Returns a challenge that is signed instead of stored, so that strangers cannot fill the database; its first answer
 * uses it up.
 */
function newChallenge(userId: string): string {
  const text = `${newSecret()}.${Date.now() + CHALLENGE_MINUTES * 60_000}`;
  return `${text}.${sign(`passkey ${userId}`, text)}`;
}

/** Returns the challenge of an answer and uses it up. Throws "invalid" if it is forged, expired or used. */
async function consumeChallenge(clientDataJSON: string, userId: string): Promise<string> {
  const challenge = readChallenge(clientDataJSON);
  const [nonce = "", expires = "", signature = ""] = Buffer.from(challenge, "base64url").toString().split(".");
  const isAuthentic = isSigned(`passkey ${userId}`, `${nonce}.${expires}`, signature);
  if (
    isAuthentic &&
    isAhead(Number(expires), CHALLENGE_MINUTES * 60_000) &&
    (await consumeOnce("challenge", nonce, Number(expires)))
  )
    return challenge;
  throw new AppError("invalid", "This took too long, or was answered before. Please try again.");
}

function readChallenge(clientDataJSON: string): string {
  try {
    return String(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()).challenge);
  } catch {
    return "";
  }
}

/** Returns the options for creating a passkey that can sign in without a password. */
export async function newPasskeyOptions(user: RecentUser, party: RelyingParty) {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const { siteName } = await siteSettings();
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: party.id,
    userName: user.email,
    userID: new TextEncoder().encode(user.id),
    userDisplayName: `${user.firstName} ${user.lastName}`.trim(),
    challenge: newChallenge(user.id),
    excludeCredentials: (await readPasskeys(user.id)).map(toDescriptor),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

const answerPart = z.string("The browser's answer is incomplete.").max(8_000, "The browser's answer is too long.");
const credential = { id: answerPart, rawId: answerPart, type: z.literal("public-key", "This is not a passkey.") };

export const NewPasskey = z.object({
  name: z.string().overwrite(onOneLine).trim().max(60, "At most 60 characters fit here.").default(""),
  answer: z.object({
    ...credential,
    response: z.object({ clientDataJSON: answerPart, attestationObject: answerPart }),
  }),
  transports: z.array(z.string().max(20)).max(10).default([]),
});

/** Stores a new passkey. Returns recovery codes if there were none. Throws "invalid", "conflict". */
export async function addPasskey(
  user: RecentUser,
  party: RelyingParty,
  input: unknown,
  caller: Caller,
): Promise<string[]> {
  const { name, answer, transports } = parse(NewPasskey, input);
  const { id, publicKey, counter } = await verifyCredential(user, party, answer);
  const row: PasskeyRow = {
    id,
    userId: user.id,
    name: name || "Passkey",
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: JSON.stringify(transports),
    createdAt: new Date().toISOString(),
    lastUsedAt: null,
  };
  return db.transaction().execute(async (tx) => {
    const insertion = tx.insertInto("passkeys").values(row);
    const { numInsertedOrUpdatedRows } = await insertion
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) throw new AppError("conflict", "This passkey is in use already.");
    return handleFactorAdded(tx, user, `The passkey “${row.name}” was added`, caller);
  });
}

async function verifyCredential(user: RecentUser, party: RelyingParty, answer: z.output<typeof NewPasskey>["answer"]) {
  const expectedChallenge = await consumeChallenge(answer.response.clientDataJSON, user.id);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const response = { ...answer, clientExtensionResults: {} } as RegistrationResponseJSON;
  const expected = { expectedChallenge, expectedOrigin: party.origin, expectedRPID: party.id };
  const { registrationInfo } = await verifyRegistrationResponse({ response, ...expected }).catch(refuse);
  if (!registrationInfo) throw notAccepted();
  return registrationInfo.credential;
}

/** Removes one of the user's passkeys. Throws "missing". */
export async function removePasskey(user: RecentUser, input: unknown, caller: Caller): Promise<void> {
  const { id } = parse(z.object({ id: z.string("Please choose a passkey.") }), input);
  await db.transaction().execute(async (tx) => {
    const deletion = tx.deleteFrom("passkeys").where("userId", "=", user.id).where("id", "=", id).returning("name");
    const row = await deletion.executeTakeFirst();
    if (!row) throw new AppError("missing", "There is no such passkey.");
    await handleFactorRemoved(tx, user, `The passkey “${row.name}” was removed`, caller);
  });
}

/** Returns the options for a sign-in with any passkey of this site, or with those of one user. */
export async function passkeyOptions(party: RelyingParty, userId: string | null) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: newChallenge(""),
    userVerification: "required",
    allowCredentials: userId === null ? [] : (await readPasskeys(userId)).map(toDescriptor),
  });
}

export const Assertion = z.object({
  ...credential,
  response: z.object({ clientDataJSON: answerPart, authenticatorData: answerPart, signature: answerPart }),
});

/**
 * Authenticates the owner of a passkey, without a password. One transaction records its use and opens the session, so that a passkey removed
 * meanwhile opens nothing. Throws "invalid", "limited", "unauthenticated", "forbidden".
 */
export async function authenticateByPasskey(
  party: RelyingParty,
  input: unknown,
  { address }: Caller,
  openSession = openNoSession,
): Promise<void> {
  const answer = parse(Assertion, input);
  await limit("triesFrom", network(address));
  const expectedChallenge = await consumeChallenge(answer.response.clientDataJSON, "");
  const passkey = await readDb.selectFrom("passkeys").selectAll().where("id", "=", answer.id).executeTakeFirst();
  if (!passkey)
    throw new AppError("unauthenticated", "This site does not know this passkey. It may have been removed.");
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { authenticationInfo, verified } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { ...toDescriptor(passkey), publicKey: decodeBytes(passkey.publicKey), counter: passkey.counter },
  }).catch(refuse);
  if (!verified) throw notAccepted();
  await db.transaction().execute(async (tx) => {
    if (!(await recordUse(tx, passkey, authenticationInfo.newCounter))) throw notAccepted();
    const owner = tx.selectFrom("users").selectAll().where("id", "=", passkey.userId);
    const user = await owner.executeTakeFirstOrThrow();
    if (user.status !== "active") throw new AppError("forbidden", "This account is disabled.");
    await openSession(tx, user);
  });
}

/**
 * Records a use; returns false if the passkey was used meanwhile, because it may be a copy (WebAuthn §7.2, step 22).
 */
async function recordUse(tx: Queryable, { id, counter }: PasskeyRow, newCounter: number): Promise<boolean> {
  const update = await tx
    .updateTable("passkeys")
    .set({ counter: newCounter, lastUsedAt: new Date().toISOString() })
    .where("id", "=", id)
    .where("counter", "=", counter)
    .executeTakeFirstOrThrow();
  return Number(update.numUpdatedRows) === 1;
}

function readPasskeys(userId: string): Promise<PasskeyRow[]> {
  return readDb.selectFrom("passkeys").selectAll().where("userId", "=", userId).orderBy("id").execute();
}

function toDescriptor({ id, transports }: PasskeyRow): { id: string; transports: string[] } {
  return { id, transports: JSON.parse(transports) as string[] };
}

function decodeBytes(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64url, "base64url"));
}

/** Handles the library's errors, which it throws for every invalid answer. */
function refuse(error: Error): never {
  log.warn({ reason: error.message }, "a passkey was refused");
  throw notAccepted();
}

function notAccepted(): AppError {
  return new AppError("unauthenticated", "This passkey was not accepted. Please try again, or sign in another way.");
}
