/** Passkeys (WebAuthn Level 3): a device or password manager signs for its owner, whom it has verified itself. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { db, type PasskeyRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { parse } from "~/models/base/input/validation.server";
import { limit, network } from "~/models/base/rate-limits/rate-limits.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { isSigned, newSecret, sign } from "~/services/secrets.server";
import { isAhead } from "~/stored-times";
import { factorAdded, factorRemoved } from "./factor-changes.server";
import type { Caller } from "./input.server";
import { spendOnce } from "./one-time-tokens.server";
import { enterNothing, type RecentUser } from "./sessions.server";

/** Whom a passkey is for: the site's origin and its host (WebAuthn §5.4.2). */
export interface RelyingParty {
  origin: string;
  id: string;
}

/** The site as a relying party; null where browsers offer no passkeys: without https, and for an address of numbers. */
export function relyingParty(origin: string): RelyingParty | null {
  const { hostname, protocol } = new URL(origin);
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  return isNumber || (protocol !== "https:" && hostname !== "localhost") ? null : { origin, id: hostname };
}

const MINUTES = 10;

/** Signed instead of stored, so that strangers who ask for challenges fill nothing; used up with its first answer. */
function newChallenge(userId: string): string {
  const text = `${newSecret()}.${Date.now() + MINUTES * 60_000}`;
  return `${text}.${sign(`passkey ${userId}`, text)}`;
}

/** The challenge in an answer, as the library wants it. Throws invalid when it is not ours, too old or used. */
async function spendChallenge(clientDataJSON: string, userId: string): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  const [nonce = "", expires = "", signature = ""] = Buffer.from(challenge, "base64url").toString().split(".");
  const isOurs = isSigned(`passkey ${userId}`, `${nonce}.${expires}`, signature);
  if (isOurs && isAhead(Number(expires), MINUTES * 60_000) && (await spendOnce("challenge", nonce, Number(expires))))
    return challenge;
  throw new AppError("invalid", "This took too long, or was answered before. Please try again.");
}

function challengeIn(clientDataJSON: string): string {
  try {
    return String(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()).challenge);
  } catch {
    return "";
  }
}

/** Returns the options with which a browser makes a passkey that signs in alone. */
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
    excludeCredentials: (await passkeysOf(user.id)).map(described),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

const part = z.string("The browser's answer is incomplete.").max(8_000, "The browser's answer is too long.");
const credential = { id: part, rawId: part, type: z.literal("public-key", "This is not a passkey.") };

export const NewPasskey = z.object({
  name: z.string().trim().max(60, "At most 60 characters fit here.").default(""),
  answer: z.object({ ...credential, response: z.object({ clientDataJSON: part, attestationObject: part }) }),
  transports: z.array(z.string().max(20)).max(10).default([]),
});

/** Keeps a new passkey. Gives recovery codes if there were none. Throws invalid, conflict. */
export async function addPasskey(
  user: RecentUser,
  party: RelyingParty,
  input: unknown,
  caller: Caller,
): Promise<string[]> {
  const { name, answer, transports } = parse(NewPasskey, input);
  const { id, publicKey, counter } = await verifiedCredential(user, party, answer);
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
    const added = tx.insertInto("passkeys").values(row);
    const { numInsertedOrUpdatedRows } = await added
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) throw new AppError("conflict", "This passkey is in use already.");
    return factorAdded(tx, user, `The passkey “${row.name}” was added`, caller);
  });
}

async function verifiedCredential(
  user: RecentUser,
  party: RelyingParty,
  answer: z.output<typeof NewPasskey>["answer"],
) {
  const expectedChallenge = await spendChallenge(answer.response.clientDataJSON, user.id);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const response = { ...answer, clientExtensionResults: {} } as RegistrationResponseJSON;
  const expected = { expectedChallenge, expectedOrigin: party.origin, expectedRPID: party.id };
  const { registrationInfo } = await verifyRegistrationResponse({ response, ...expected }).catch(refused);
  if (!registrationInfo) throw unusable();
  return registrationInfo.credential;
}

/** Throws missing. */
export async function removePasskey(user: RecentUser, input: unknown, caller: Caller): Promise<void> {
  const { id } = parse(z.object({ id: z.string("Please choose a passkey.") }), input);
  await db.transaction().execute(async (tx) => {
    const removed = tx.deleteFrom("passkeys").where("userId", "=", user.id).where("id", "=", id).returning("name");
    const row = await removed.executeTakeFirst();
    if (!row) throw new AppError("missing", "There is no such passkey.");
    await factorRemoved(tx, user, `The passkey “${row.name}” was removed`, caller);
  });
}

/** Returns the options with which a browser signs in: with any passkey of this site, or with one of this user. */
export async function passkeyOptions(party: RelyingParty, userId: string | null) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: newChallenge(""),
    userVerification: "required",
    allowCredentials: userId === null ? [] : (await passkeysOf(userId)).map(described),
  });
}

export const Assertion = z.object({
  ...credential,
  response: z.object({ clientDataJSON: part, authenticatorData: part, signature: part }),
});

/**
 * Signs in with a passkey alone. One transaction notes its use and admits its owner, so a passkey that is removed meanwhile
 * opens nothing. Throws invalid, limited, unauthenticated, forbidden.
 */
export async function signInWithPasskey(
  party: RelyingParty,
  input: unknown,
  { address }: Caller,
  enter = enterNothing,
): Promise<void> {
  const answer = parse(Assertion, input);
  await limit("triesFrom", network(address));
  const expectedChallenge = await spendChallenge(answer.response.clientDataJSON, "");
  const passkey = await readDb.selectFrom("passkeys").selectAll().where("id", "=", answer.id).executeTakeFirst();
  if (!passkey)
    throw new AppError("unauthenticated", "This site does not know this passkey. It may have been removed.");
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { authenticationInfo, verified } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { ...described(passkey), publicKey: bytesOf(passkey.publicKey), counter: passkey.counter },
  }).catch(refused);
  if (!verified) throw unusable();
  await db.transaction().execute(async (tx) => {
    if (!(await noteUse(tx, passkey, authenticationInfo.newCounter))) throw unusable();
    const owner = tx.selectFrom("users").selectAll().where("id", "=", passkey.userId);
    const user = await owner.executeTakeFirstOrThrow();
    if (user.status !== "active") throw new AppError("forbidden", "This account is disabled.");
    await enter(tx, user);
  });
}

/** False when somebody else used the passkey meanwhile: then it may have been copied (WebAuthn §7.2, step 22). */
async function noteUse(tx: Queryable, { id, counter }: PasskeyRow, newCounter: number): Promise<boolean> {
  const used = await tx
    .updateTable("passkeys")
    .set({ counter: newCounter, lastUsedAt: new Date().toISOString() })
    .where("id", "=", id)
    .where("counter", "=", counter)
    .executeTakeFirstOrThrow();
  return Number(used.numUpdatedRows) === 1;
}

function passkeysOf(userId: string): Promise<PasskeyRow[]> {
  return readDb.selectFrom("passkeys").selectAll().where("userId", "=", userId).orderBy("id").execute();
}

function described({ id, transports }: PasskeyRow): { id: string; transports: string[] } {
  return { id, transports: JSON.parse(transports) as string[] };
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64url, "base64url"));
}

/** The library throws on every answer that is not right. */
function refused(error: Error): never {
  log.warn({ reason: error.message }, "a passkey was refused");
  throw unusable();
}

function unusable(): AppError {
  return new AppError("unauthenticated", "This passkey was not accepted. Please try again, or sign in another way.");
}
