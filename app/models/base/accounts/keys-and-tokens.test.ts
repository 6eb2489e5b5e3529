import { beforeAll, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { digest } from "~/services/secrets.server";
import { DAY_MS, HOUR_MS, toIso } from "~/stored-times";
import { addMember, withSession } from "../../../../test/support/members";
import { asEditor } from "./admin.server";
import { apiKeys, authenticateApiKey, createApiKey, findApiKey, findKeyOwner } from "./api-keys.server";
import { addToken, findToken, issueToken, redeemToken } from "./one-time-tokens.server";
import { consumeRecoveryCode, replaceRecoveryCodes } from "./recovery-codes.server";
import { listSessions, recentUser, sessionRows } from "./sessions.server";

beforeAll(() => migrate(db));

const caller = { address: "192.0.2.1", origin: "https://site.example" };

async function createKey(user: UserRow): Promise<string> {
  const editor = await withSession(asEditor(user));
  const { key } = await createApiKey(editor, { name: user.email, scopes: ["profiles:read"], days: 30 }, caller);
  return key;
}

test("AC07 a token for one purpose is refused for any other, and stays valid for its own", async () => {
  const { id: userId } = await addMember();
  const { token } = await db.transaction().execute((tx) => addToken(tx, { purpose: "verify", userId, minutes: 10 }));
  expect(await findToken("reset", token)).toBeNull();
  expect(await db.transaction().execute((tx) => redeemToken(tx, "reset", token))).toBeNull();
  expect(await findToken("verify", token)).toEqual({ userId });
  const issue = (purpose: "reset" | "verify") =>
    db.transaction().execute((tx) => issueToken(tx, { purpose, userId, minutes: 10 }));
  await issue("reset");
  expect(await findToken("verify", token)).toEqual({ userId });
  await issue("verify");
  expect(await findToken("verify", token)).toBeNull();
});

test("AC07 a token that a clock far ahead made is neither found nor redeemed", async () => {
  const { id: userId } = await addMember();
  const { token } = await addToken(db, { purpose: "verify", userId, minutes: 30 * 24 * 60 });
  expect([await findToken("verify", token), await redeemToken(db, "verify", token)]).toEqual([null, null]);
});

test("AC07 a session ends after two weeks without use", async () => {
  const user = await addMember();
  const id = await sessionRows.createData({ user });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const setLastSeen = (days: number) =>
    db
      .updateTable("sessions")
      .set({ lastSeenAt: daysAgo(days) })
      .where("userId", "=", user.id)
      .execute();
  await setLastSeen(13);
  expect((await sessionRows.readData(id))?.user?.id).toBe(user.id);
  await setLastSeen(15);
  expect(await sessionRows.readData(id)).toBeNull();
});

test.each([
  ["expiresAt", { signsIn: false, isListed: false, hasRecentSignIn: true }],
  ["createdAt", { signsIn: true, isListed: true, hasRecentSignIn: false }],
] as const)("AC07 a session whose %s a clock far ahead wrote is not believed", async (column, outcome) => {
  const user = await addMember();
  const id = await sessionRows.createData({ user });
  const readState = async () => ({
    signsIn: (await sessionRows.readData(id)) !== null,
    isListed: (await listSessions(user, null)).length > 0,
    hasRecentSignIn: (await recentUser(user, digest(id))) !== null,
  });
  expect(await readState()).toEqual({ signsIn: true, isListed: true, hasRecentSignIn: true });
  const change = { [column]: toIso(Date.now() + 4_000 * DAY_MS) };
  await db.updateTable("sessions").set(change).where("userId", "=", user.id).execute();
  expect(await readState()).toEqual(outcome);
});

test("AC07 a session that a node with a clock ahead has seen stays open, and the next use corrects the time", async () => {
  const user = await addMember();
  const id = await sessionRows.createData({ user });
  const lastSeenAt = toIso(Date.now() + HOUR_MS);
  await db.updateTable("sessions").set({ lastSeenAt }).where("userId", "=", user.id).execute();
  expect((await sessionRows.readData(id))?.user?.id).toBe(user.id);
  const storedTime = async () => (await listSessions(user, null))[0]?.lastSeenAt ?? "";
  await expect.poll(async () => (await storedTime()) <= toIso(Date.now())).toBe(true);
});

test("AC07 beyond a hundred sessions of an account, a sign-in ends the one that was unused for the longest time", async () => {
  const user = await addMember();
  const ids: string[] = [];
  for (let number = 0; number < 100; number++) ids.push(await sessionRows.createData({ user }));
  const setLastSeen = async (id: string, hoursAgo: number) => {
    const lastSeenAt = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
    await db.updateTable("sessions").set({ lastSeenAt }).where("idHash", "=", digest(id)).execute();
  };
  const [oldestId, unusedId, ...otherIds] = ids as [string, string, ...string[]];
  await setLastSeen(oldestId, 1);
  await setLastSeen(unusedId, 2);
  const openSessionIds = async () => (await listSessions(user, null)).map(({ id }) => id);
  const addedId = await sessionRows.createData({ user });
  expect(new Set(await openSessionIds())).toEqual(new Set([oldestId, ...otherIds, addedId].map(digest)));
});

test("SF02 a recovery code is accepted with letters that look like its digits, and once", async () => {
  const account = await addMember();
  let code: string | undefined;
  while (!code)
    code = (await replaceRecoveryCodes(db, account.id)).find((text) => text.includes("0") && text.includes("1"));
  const typedCode = code.toUpperCase().replaceAll("0", "O").replace("1", "l").replaceAll("1", "I").replaceAll("-", " ");
  expect([await consumeRecoveryCode(db, account, typedCode), await consumeRecoveryCode(db, account, code)]).toEqual([
    true,
    false,
  ]);
});

test("editors see their own API keys, and admins see all; the key of a disabled account is refused", async () => {
  const editor = await addMember({ role: "editor" });
  const otherEditor = await addMember({ role: "editor" });
  const admin = await addMember({ role: "admin" });
  const key = await createKey(editor);
  await createKey(otherEditor);
  const names = async (user: UserRow) => (await apiKeys(asEditor(user))).map(({ name }) => name);
  expect(await names(editor)).toEqual([editor.email]);
  expect((await names(admin)).sort()).toEqual([editor.email, otherEditor.email].sort());
  const [otherKey] = await db.selectFrom("apiKeys").select("id").where("userId", "=", otherEditor.id).execute();
  await expect(findApiKey(asEditor(editor), otherKey?.id as string)).rejects.toMatchObject({ problem: "missing" });

  expect((await findKeyOwner(key)).id).toBe(editor.id);
  await db.updateTable("users").set({ status: "disabled" }).where("id", "=", editor.id).execute();
  await expect(findKeyOwner(key)).rejects.toMatchObject({ problem: "unauthenticated" });
});

test("an account has at most 50 valid API keys; the newest is listed first, with the day of its last call", async () => {
  const editor = await withSession(asEditor(await addMember({ role: "editor" })));
  const daysAhead = (days: number) => toIso(Date.now() + days * DAY_MS);
  const makeRow = (id: string, expiresAt: string) => ({
    id,
    userId: editor.id,
    name: id,
    hash: id,
    scope: "all",
    createdAt: daysAhead(-2),
    expiresAt,
    lastUsedOn: null,
  });
  const validKeys = Array.from({ length: 49 }, (_, number) => makeRow(`valid-${number}`, daysAhead(1)));
  const otherKeys = [makeRow("ended", daysAhead(-1)), makeRow("of a clock far ahead", daysAhead(4_000))];
  await db
    .insertInto("apiKeys")
    .values([...validKeys, ...otherKeys])
    .execute();
  const create = (name: string) => createApiKey(editor, { name, scopes: ["profiles:read"], days: 30 }, caller);
  const lastKey = await create("the fiftieth");
  await expect(create("one too many")).rejects.toMatchObject({ problem: "conflict" });
  expect(await apiKeys(editor)).toHaveLength(52);
  expect((await apiKeys(editor))[0]).toMatchObject({ name: "the fiftieth", lastUsedOn: null });
  const row = db.updateTable("apiKeys").where("name", "=", "the fiftieth");
  await row.set({ lastUsedOn: "2026-01-01" }).execute();
  await authenticateApiKey(lastKey.key, "any");
  expect((await apiKeys(editor))[0]?.lastUsedOn).toBe(toIso(Date.now()).slice(0, 10));
});
