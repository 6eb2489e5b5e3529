/** Keys with which programs make calls in the name of an account. */
import { z } from "zod";
import { type ApiKeysTable, db, type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { newId } from "~/models/records/ids.server";
import { parse } from "~/models/records/validation.server";
import { audit } from "~/models/site/audit.server";
import { digest, newSecret } from "~/services/secrets.server";
import type { Editor } from "./admin.server";
import { mailAboutFactors } from "./factor-changes.server";
import type { Caller } from "./input.server";
import { limit } from "./rate-limits.server";
import type { RecentUser } from "./sessions.server";

export const SCOPES: Record<ApiKeysTable["scope"], string> = {
  read: "Read only",
  write: "Everything that you may do",
};

/** So that people and scanners recognize one. */
const PREFIX = "llk_";
const MAX_KEYS = 50;

const NewKey = z.object({
  name: z
    .string("Please enter a name.")
    .trim()
    .min(1, "Please enter a name.")
    .max(100, "At most 100 characters fit here."),
  scope: z.enum(["read", "write"], "Please choose what the key may do."),
});

/**
 * Makes a key and gives it, once: only its hash is stored. Mails the owner. Throws "invalid", or "conflict" beyond 50
 * keys.
 */
export async function createApiKey(
  editor: RecentUser<Editor>,
  input: unknown,
  caller: Caller,
): Promise<{ name: string; key: string }> {
  const { name, scope } = parse(NewKey, input);
  const key = PREFIX + newSecret();
  const row = { id: newId(), userId: editor.id, name, hash: digest(key), scope, createdAt: new Date().toISOString() };
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("apiKeys")
      .values({ ...row, lastUsedOn: null })
      .execute();
    const own = tx
      .selectFrom("apiKeys")
      .select((e) => e.fn.countAll().as("count"))
      .where("userId", "=", editor.id);
    const { count } = await own.executeTakeFirstOrThrow();
    if (Number(count) > MAX_KEYS)
      throw new AppError("conflict", `You can have at most ${MAX_KEYS} keys. Revoke one first.`);
    await audit(tx, editor, { action: "API key made", subjectKind: "user", subjectId: editor.id, subjectName: name });
    await mailAboutFactors(tx, editor, `The API key “${name}” was made`, caller);
  });
  return { name, key };
}

/** An editor's own keys, an admin's everybody's, the newest first. */
export async function apiKeys(editor: Editor) {
  return keysFor(editor).limit(1_000).execute();
}

/** Throws "missing", also for a key that is somebody else's, but for admins. */
export async function findApiKey(editor: Editor, id: string) {
  const key = await keysFor(editor).where("apiKeys.id", "=", id).executeTakeFirst();
  if (!key) throw noSuchKey();
  return key;
}

function keysFor(editor: Editor) {
  const rows = readDb
    .selectFrom("apiKeys")
    .innerJoin("users", "users.id", "apiKeys.userId")
    .select(["apiKeys.id", "apiKeys.name", "scope", "apiKeys.createdAt", "lastUsedOn", "users.email"])
    .orderBy("apiKeys.createdAt", "desc")
    .orderBy("apiKeys.id", "desc");
  return editor.role === "admin" ? rows : rows.where("userId", "=", editor.id);
}

function noSuchKey(): AppError {
  return new AppError("missing", "There is no such key, or no longer.");
}

/** Ends a key, one's own or as an admin any. Throws "missing". */
export async function revokeApiKey(editor: Editor, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    let keys = tx.deleteFrom("apiKeys").where("id", "=", id);
    if (editor.role !== "admin") keys = keys.where("userId", "=", editor.id);
    const revoked = await keys.returning(["name", "userId"]).executeTakeFirst();
    if (!revoked) throw noSuchKey();
    const subject = { subjectKind: "user", subjectId: revoked.userId, subjectName: revoked.name } as const;
    await audit(tx, editor, { action: "API key revoked", ...subject });
  });
}

/** Runs when the role or account ends, so that its keys do not return with it. */
export async function endApiKeys(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom("apiKeys").where("userId", "=", userId).execute();
}

/**
 * The active account that a key stands for. Throws "unauthenticated" for an unknown key, "forbidden" for a call that
 * writes with a key that only reads, "limited".
 */
export async function userOfApiKey(key: string, method: string): Promise<UserRow> {
  const row = await readDb
    .selectFrom("apiKeys")
    .innerJoin("users", "users.id", "apiKeys.userId")
    .selectAll("users")
    .select(["apiKeys.id as keyId", "scope", "lastUsedOn"])
    .where("hash", "=", digest(key))
    .where("users.status", "=", "active")
    .executeTakeFirst();
  if (!row) throw new AppError("unauthenticated", "This key is unknown here, or was revoked.");
  const { keyId, scope, lastUsedOn, ...user } = row;
  await limit("apiKey", keyId);
  if (scope === "read" && !["GET", "HEAD"].includes(method)) throw new AppError("forbidden", "This key may only read.");
  const today = new Date().toISOString().slice(0, 10);
  if (lastUsedOn !== today)
    await db.updateTable("apiKeys").set({ lastUsedOn: today }).where("id", "=", keyId).execute();
  return user;
}
