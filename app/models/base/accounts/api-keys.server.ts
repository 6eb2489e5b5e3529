/** Keys with which programs make calls in the name of an account. */
import { z } from "zod";
import { db, type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { audit } from "~/models/base/audit/audit.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { moment } from "~/models/base/mail/texts.server";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { digest, newSecret } from "~/services/secrets.server";
import { ahead, isAhead } from "~/stored-times";
import type { Editor } from "./admin.server";
import { mailAboutFactors } from "./factor-changes.server";
import type { Caller } from "./input.server";
import { allows, inWords, KEY_SCOPES, type KeyScope, LIVES } from "./key-scopes";
import { checkSession, type RecentUser } from "./sessions.server";

/** The prefix by which people and scanners recognize a key. */
const PREFIX = "llk_";
const MAX_KEYS = 50;
const LONGEST_MS = Math.max(...LIVES) * 24 * 60 * 60_000;

const DAY_MS = 24 * 60 * 60_000;

/** Days for which an ended key is listed, and its calls learn that it ended. */
const KEPT_DAYS = 90;

const NO_SCOPE = "Please choose what the key may do.";
const NO_LIFE = "Please choose how long the key works.";

const NewKey = z.object({
  name: z
    .string("Please enter a name.")
    .trim()
    .min(1, "Please enter a name.")
    .max(100, "At most 100 characters fit here."),
  scopes: z
    .array(z.enum(KEY_SCOPES, NO_SCOPE), NO_SCOPE)
    .min(1, NO_SCOPE)
    .transform((scopes) => KEY_SCOPES.filter((scope) => scopes.includes(scope))),
  days: z.coerce.number(NO_LIFE).refine((days) => LIVES.some((life) => life === days), NO_LIFE),
});

/**
 * Makes a key that ends after so many days, and gives it, once: only its hash is stored. Mails the owner. Throws
 * "invalid", or "conflict" beyond 50 keys that work.
 */
export async function createApiKey(
  editor: RecentUser<Editor>,
  input: unknown,
  caller: Caller,
): Promise<{ name: string; key: string }> {
  const { name, scopes, days } = parse(NewKey, input);
  const key = PREFIX + newSecret();
  const now = Date.now();
  const row = {
    id: newId(),
    userId: editor.id,
    name,
    hash: digest(key),
    scope: scopes.join(" "),
    createdAt: iso(now),
    expiresAt: iso(now + days * DAY_MS),
    lastUsedOn: null,
  };
  await db.transaction().execute(async (tx) => {
    await checkSession(tx, editor);
    await tx.insertInto("apiKeys").values(row).execute();
    if ((await workingKeys(editor, tx)) > MAX_KEYS)
      throw new AppError("conflict", `You can have at most ${MAX_KEYS} keys. Revoke one first.`);
    const detail = inWords(scopes);
    await audit(tx, editor, { action: "API key made", ...subjectOf(row), detail });
    await mailAboutFactors(tx, editor, `The API key “${name}” was made`, caller);
  });
  return { name, key };
}

/** Returns how many keys of an account work. */
export async function workingKeys({ id }: Pick<UserRow, "id">, from: Queryable = readDb): Promise<number> {
  const { after, until } = ahead(LONGEST_MS);
  const keys = from.selectFrom("apiKeys").where("userId", "=", id).where("expiresAt", ">", after);
  const { count } = await keys
    .where("expiresAt", "<=", until)
    .select((e) => e.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An editor's own keys, an admin's everybody's, the newest first. */
export async function apiKeys(editor: Editor) {
  return (await keysFor(editor).limit(1_000).execute()).map(toView);
}

/** Throws "missing", also for a key that is somebody else's, but for admins. */
export async function findApiKey(editor: Editor, id: string) {
  const key = await keysFor(editor).where("apiKeys.id", "=", id).executeTakeFirst();
  if (!key) throw noSuchKey();
  return toView(key);
}

function toView<Row extends { scope: string; expiresAt: string }>({ scope, ...row }: Row) {
  return { ...row, may: inWords(scope.split(" ")), hasEnded: !isAhead(Date.parse(row.expiresAt), LONGEST_MS) };
}

function keysFor(editor: Editor) {
  const rows = readDb
    .selectFrom("apiKeys")
    .innerJoin("users", "users.id", "apiKeys.userId")
    .select(["apiKeys.id", "apiKeys.name", "scope", "apiKeys.createdAt", "expiresAt", "lastUsedOn", "users.email"])
    .orderBy("apiKeys.createdAt", "desc")
    .orderBy("apiKeys.id", "desc");
  return editor.role === "admin" ? rows : rows.where("userId", "=", editor.id);
}

function noSuchKey(): AppError {
  return new AppError("missing", "There is no such key, or no longer.");
}

/** Ends a key: the user's own, or for an admin any. Throws "missing". */
export async function revokeApiKey(editor: RecentUser<Editor>, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await checkSession(tx, editor);
    let keys = tx.deleteFrom("apiKeys").where("id", "=", id);
    if (editor.role !== "admin") keys = keys.where("userId", "=", editor.id);
    const revoked = await keys.returning(["name", "userId"]).executeTakeFirst();
    if (!revoked) throw noSuchKey();
    await audit(tx, editor, { action: "API key revoked", ...subjectOf(revoked) });
  });
}

function subjectOf({ userId, name }: { userId: string; name: string }) {
  return { subjectKind: "user", subjectId: userId, subjectName: name } as const;
}

/** Ends all keys of an account, when its role or password may have been in wrong hands; gives their number. */
export async function endApiKeys(tx: Queryable, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom("apiKeys").where("userId", "=", userId).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes keys that ended 90 days ago. */
export async function removeEndedKeys(): Promise<number> {
  const before = iso(Date.now() - KEPT_DAYS * DAY_MS);
  const { numDeletedRows } = await db.deleteFrom("apiKeys").where("expiresAt", "<", before).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The key that a call needs: none, any, or one with this scope. */
export type KeyNeed = "none" | "any" | Exclude<KeyScope, "all">;

/**
 * Returns the active account of a key for one call, which counts. Throws "unauthenticated" for an unknown key, "keyEnded",
 * "limited", and "scope" for a call that needs more.
 */
export async function userOfApiKey(key: string, need: KeyNeed): Promise<UserRow> {
  const { user, keyId, scope, lastUsedOn } = await readKey(key);
  await limit("apiKey", keyId);
  if (need === "none") throw new AppError("scope", "No API key opens this call: it takes somebody who is signed in.");
  if (need !== "any" && !allows(scope.split(" "), need)) {
    throw new AppError("scope", `This key may not do this: it lacks ${need}.`);
  }
  const today = iso(Date.now()).slice(0, 10);
  if (lastUsedOn !== today)
    await db.updateTable("apiKeys").set({ lastUsedOn: today }).where("id", "=", keyId).execute();
  return user;
}

/** Works as `userOfApiKey` to find the sender of a call before it is admitted: counts nothing and ignores scopes. */
export async function holderOfApiKey(key: string): Promise<UserRow> {
  return (await readKey(key)).user;
}

async function readKey(key: string) {
  const row = await readDb
    .selectFrom("apiKeys")
    .innerJoin("users", "users.id", "apiKeys.userId")
    .selectAll("users")
    .select(["apiKeys.id as keyId", "scope", "expiresAt", "lastUsedOn"])
    .where("hash", "=", digest(key))
    .where("users.status", "=", "active")
    .executeTakeFirst();
  if (!row) throw new AppError("unauthenticated", "This key is unknown here, or was revoked.");
  const { keyId, scope, expiresAt, lastUsedOn, ...user } = row;
  if (!isAhead(Date.parse(expiresAt), LONGEST_MS)) {
    const why =
      expiresAt > iso(Date.now()) ? "was made by a clock that ran ahead" : `ended on ${moment(new Date(expiresAt))}`;
    throw new AppError("keyEnded", `This key ${why}. Make a new one at /admin/api-keys.`);
  }
  return { user, keyId, scope, lastUsedOn };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
