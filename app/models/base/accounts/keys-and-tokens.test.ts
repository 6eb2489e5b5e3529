import { beforeAll, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { addMember, withSession } from "../../../../test/support/members";
import { asEditor } from "./admin.server";
import { apiKeys, createApiKey, findApiKey, holderOfApiKey } from "./api-keys.server";
import { addToken, findToken, issueToken, redeemToken } from "./one-time-tokens.server";
import { sessionRows } from "./sessions.server";

beforeAll(() => migrate(db));

const caller = { address: "192.0.2.1", origin: "https://site.example" };

async function keyOf(user: UserRow): Promise<string> {
  const editor = await withSession(asEditor(user));
  const { key } = await createApiKey(editor, { name: user.email, scopes: ["profiles:read"], days: 30 }, caller);
  return key;
}

test("AC07 a link for one purpose opens nothing else, and stays usable for its own", async () => {
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

test("AC07 a session that was not used for two weeks has ended", async () => {
  const user = await addMember();
  const id = await sessionRows.createData({ user });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const used = (days: number) =>
    db
      .updateTable("sessions")
      .set({ lastSeenAt: daysAgo(days) })
      .where("userId", "=", user.id)
      .execute();
  await used(13);
  expect((await sessionRows.readData(id))?.user?.id).toBe(user.id);
  await used(15);
  expect(await sessionRows.readData(id)).toBeNull();
});

test("editors see their own API keys, admins all; a disabled account's key opens nothing", async () => {
  const editor = await addMember({ role: "editor" });
  const otherEditor = await addMember({ role: "editor" });
  const admin = await addMember({ role: "admin" });
  const key = await keyOf(editor);
  await keyOf(otherEditor);
  const names = async (user: UserRow) => (await apiKeys(asEditor(user))).map(({ name }) => name);
  expect(await names(editor)).toEqual([editor.email]);
  expect((await names(admin)).sort()).toEqual([editor.email, otherEditor.email].sort());
  const [row] = await db.selectFrom("apiKeys").select("id").where("userId", "=", otherEditor.id).execute();
  await expect(findApiKey(asEditor(editor), row?.id as string)).rejects.toMatchObject({ problem: "missing" });

  expect((await holderOfApiKey(key)).id).toBe(editor.id);
  await db.updateTable("users").set({ status: "disabled" }).where("id", "=", editor.id).execute();
  await expect(holderOfApiKey(key)).rejects.toMatchObject({ problem: "unauthenticated" });
});
