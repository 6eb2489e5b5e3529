/** Manages the keys with which programs call the API in the name of an account. */

import { z } from "zod";
import { db, type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { audit } from "~/models/base/audit/audit.server";
import { createdId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { formatMoment } from "~/models/base/mail/texts.server";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { onOneLine } from "~/models/base/text/content-text";
import { digest, newSecret } from "~/services/secrets.server";
import { ahead, DAY_MS, isAhead, toIso } from "~/stored-times";
import type { Editor } from "./admin.server";
import { mailAboutFactors } from "./factor-changes.server";
import type { Caller } from "./input.server";
import { allows, KEY_SCOPES, type KeyScope, LIFETIMES, scopesInWords } from "./key-scopes";
import { checkSession, type RecentUser } from "./sessions.server";

/** Lets people and secret scanners recognise a key. */
const KEY_PREFIX = "llk_";
const MAX_KEYS = 50;
const MAX_LIFETIME_MS = Math.max(...LIFETIMES) * 24 * 60 * 60_000;

/** For so many days an expired key stays listed, and its calls get the answer that it expired. */
const RETENTION_DAYS = 90;

const SCOPE_MISSING = "Please choose what the key may do.";
const LIFETIME_MISSING = "Please choose how long the key works.";

const NewKey = z.object({
  name: z
    .string("Please enter a name.")
    .overwrite(onOneLine)
    .trim()
    .min(1, "Please enter a name.")
    .max(100, "At most 100 characters fit here."),
  scopes: z
    .array(z.enum(KEY_SCOPES, SCOPE_MISSING), SCOPE_MISSING)
    .min(1, SCOPE_MISSING)
    .transform((scopes) => KEY_SCOPES.filter((scope) => scopes.includes(scope))),
  days: z.coerce
    .number(LIFETIME_MISSING)
    .refine((days) => LIFETIMES.some((lifetime) => lifetime === days), LIFETIME_MISSING),
});

/**
 * Creates a key for some days, mails the owner, and returns the key, which is stored only as a hash. Throws
 * "invalid"; "conflict" beyond 50 valid keys, or if the form `formId` created it before.
 */
export async function createApiKey(
  editor: RecentUser<Editor>,
  input: unknown,
  caller: Caller,
  formId?: unknown,
): Promise<{ name: string; key: string }> {
  const { name, scopes, days } = parse(NewKey, input);
  const key = KEY_PREFIX + newSecret();
  const now = Date.now();
  const row = {
    id: createdId(formId, [editor.id, name, scopes, days]),
    userId: editor.id,
    name,
    hash: digest(key),
    scope: scopes.join(" "),
    createdAt: toIso(now),
    expiresAt: toIso(now + days * DAY_MS),
    lastUsedOn: null,
  };
  await db.transaction().execute(async (tx) => {
    await checkSession(tx, editor);
    if (await tx.selectFrom("apiKeys").select("id").where("id", "=", row.id).executeTakeFirst())
      throw new AppError(
        "conflict",
        `This form was sent before, and the key “${name}” is in the list. It was shown only then: without it, revoke the key and create another one.`,
      );
    await tx.insertInto("apiKeys").values(row).execute();
    if ((await countValidKeys(editor, tx)) > MAX_KEYS)
      throw new AppError("conflict", `You can have at most ${MAX_KEYS} keys. Revoke one first.`);
    const detail = scopesInWords(scopes);
    await audit(tx, editor, { action: "API key made", ...subjectOf(row), detail });
    await mailAboutFactors(tx, editor, `The API key “${name}” was made`, caller);
  });
  return { name, key };
}

/** Counts the keys of an account that are valid now. */
export async function countValidKeys({ id }: Pick<UserRow, "id">, from: Queryable = readDb): Promise<number> {
  const { after, until } = ahead(MAX_LIFETIME_MS);
  const keys = from.selectFrom("apiKeys").where("userId", "=", id).where("expiresAt", ">", after);
  const { count } = await keys
    .where("expiresAt", "<=", until)
    .select((e) => e.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the keys that somebody may see, newest first: admins see all, editors their own. */
export async function apiKeys(editor: Editor) {
  return (await visibleKeys(editor).limit(1_000).execute()).map(toView);
}

/** Returns one key. Throws "missing", also for somebody else's key unless an admin asks. */
export async function findApiKey(editor: Editor, id: string) {
  const key = await visibleKeys(editor).where("apiKeys.id", "=", id).executeTakeFirst();
  if (!key) throw noSuchKey();
  return toView(key);
}

function toView<Row extends { scope: string; expiresAt: string }>({ scope, ...row }: Row) {
  return {
    ...row,
    may: scopesInWords(scope.split(" ")),
    hasEnded: !isAhead(Date.parse(row.expiresAt), MAX_LIFETIME_MS),
  };
}

function visibleKeys(editor: Editor) {
  const rows = readDb
    .selectFrom("apiKeys")
    .innerJoin("users", "users.id", "apiKeys.userId")
    .select(["apiKeys.id", "apiKeys.name", "scope", "apiKeys.createdAt", "expiresAt", "lastUsedOn", "users.email"])
    .orderBy("apiKeys.createdAt", "desc")
    .orderBy("apiKeys.id", "desc");
  return editor.role === "admin" ? rows : rows.where("userId", "=", editor.id);
}

function noSuchKey(): AppError {
  return new AppError("missing", "There is no such key. It may have been revoked.");
}

/** Revokes one of the editor's own keys; an admin may revoke any key. Throws "missing". */
export async function revokeApiKey(editor: RecentUser<Editor>, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await checkSession(tx, editor);
    let keys = tx.deleteFrom("apiKeys").where("id", "=", id);
    if (editor.role !== "admin") keys = keys.where("userId", "=", editor.id);
    const revokedKey = await keys.returning(["name", "userId"]).executeTakeFirst();
    if (!revokedKey) throw noSuchKey();
    await audit(tx, editor, { action: "API key revoked", ...subjectOf(revokedKey) });
  });
}

function subjectOf({ userId, name }: { userId: string; name: string }) {
  return { subjectKind: "user", subjectId: userId, subjectName: name } as const;
}

/**
 * Revokes all keys of an account whose role changed or whose password may be known to others; returns their number.
 */
export async function revokeAllKeys(tx: Queryable, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom("apiKeys").where("userId", "=", userId).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes keys that expired more than 90 days ago. */
export async function removeExpiredKeys(): Promise<number> {
  const oldestExpiry = toIso(Date.now() - RETENTION_DAYS * DAY_MS);
  const { numDeletedRows } = await db
    .deleteFrom("apiKeys")
    .where("expiresAt", "<", oldestExpiry)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The key that a call accepts: none, any, or one with this scope. */
export type RequiredScope = "none" | "any" | Exclude<KeyScope, "all">;

/**
 * Returns the active account of a key, and counts the call against its limit. Throws "unauthenticated" for an unknown
 * key, "keyEnded", "limited", and "scope" if the key lacks the scope.
 */
export async function authenticateApiKey(key: string, requiredScope: RequiredScope): Promise<UserRow> {
  const { user, keyId, scope, lastUsedOn } = await readKey(key);
  await limit("apiKey", keyId);
  if (requiredScope === "none")
    throw new AppError("scope", "API keys cannot make this call. It needs somebody who is signed in.");
  if (requiredScope !== "any" && !allows(scope.split(" "), requiredScope)) {
    throw new AppError("scope", `This key may not do this: it lacks ${requiredScope}.`);
  }
  const today = toIso(Date.now()).slice(0, 10);
  if (lastUsedOn !== today)
    await db.updateTable("apiKeys").set({ lastUsedOn: today }).where("id", "=", keyId).execute();
  return user;
}

/**
 * Returns the account of a key without counting the call or checking scopes, to find the sender before a call is
 * admitted.
 */
export async function findKeyOwner(key: string): Promise<UserRow> {
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
  if (!isAhead(Date.parse(expiresAt), MAX_LIFETIME_MS)) {
    const reason =
      expiresAt > toIso(Date.now())
        ? "was made by a clock that ran ahead"
        : `ended on ${formatMoment(new Date(expiresAt))}`;
    throw new AppError("keyEnded", `This key ${reason}. Make a new one at /admin/api-keys.`);
  }
  return { user, keyId, scope, lastUsedOn };
}
