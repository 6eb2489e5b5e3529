import { beforeAll, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { addMember, withSession } from "../../../../test/support/members";
import { asEditor } from "./admin.server";
import { apiKeys, createApiKey, findApiKey, findKeyOwner } from "./api-keys.server";
import { addToken, findToken, issueToken, redeemToken } from "./one-time-tokens.server";
import { sessionRows } from "./sessions.server";

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
