/**
 * Tests that actions with a recent sign-in check the session in their transaction, because it may end while they wait
 * for their turn.
 */

import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { db, migrate, type Queryable, readDb } from "~/db.server";
import { applyImport } from "~/models/editing/imports/import.server";
import { createWebhook, deleteWebhook, testWebhook } from "~/models/readers/webhooks/webhooks.server";
import { deleteAccount, deleteUser } from "~/models/whole/accounts/delete-account.server";
import { changeSettings } from "~/models/whole/settings/settings.server";
import { addMember, withSession } from "../../../../test/support/members";
import { type Admin, asAdmin } from "./admin.server";
import { changeAccount, inviteUser, sendReset } from "./admin-users.server";
import { createApiKey, revokeApiKey } from "./api-keys.server";
import { renewRecoveryCodes } from "./factor-changes.server";
import { removePasskey } from "./passkeys.server";
import { changePassword } from "./password.server";
import { hashPassword } from "./password-hashing.server";

import { removeSecondFactor } from "./second-step.server";
import { endAllSessions, type RecentUser } from "./sessions.server";
import { beginTotp, confirmTotp, removeTotp } from "./totp.server";

beforeAll(async () => {
  await migrate(db);
  const { id: createdBy } = await addMember({ role: "admin" });
  const checkedImport = { id: "import", name: "people.json", format: "export", phase: "checked", createdBy } as const;
  await db
    .insertInto("imports")
    .values({ ...checkedImport, reading: "{}", mapping: "{}", jobId: null, createdAt: new Date().toISOString() })
    .execute();
});

type SessionAction = (admin: RecentUser<Admin>, otherId: string) => Promise<unknown>;

const caller = { address: "192.0.2.1", origin: "https://site.example" };
const person = { firstName: "Ina", lastName: "Invited", email: "ina@mail.example" };
const NEW_KEY = { name: "Mine", scopes: ["profiles:read"], days: 30 };
const HOOK = { url: "https://1.1.1.1/", events: ["expert.created"] };

const ACTIONS: Record<string, SessionAction> = {
  createWebhook: (admin) => createWebhook(admin, HOOK),
  deleteWebhook: async (admin) => deleteWebhook(admin, "hook"),
  changeAccount: (admin, id) => changeAccount(admin, id, { role: "editor" }),
  deleteUser: (admin, id) => deleteUser(admin, { id, email: `${id}@mail.example` }),
  sendReset: (admin, id) => sendReset(admin, id, caller),
  inviteUser: (admin) => inviteUser(admin, person, caller),
  createApiKey: (admin) => createApiKey(admin, NEW_KEY, caller),
  revokeApiKey: (admin) => revokeApiKey(admin, "key"),
  removeSecondFactor: (admin, id) => removeSecondFactor(admin, id, caller),
  renewRecoveryCodes: (admin) => renewRecoveryCodes(admin, caller),
  beginTotp: (admin) => beginTotp(admin),
  testWebhook: (admin) => testWebhook(admin, "hook"),
  applyImport: (admin) => applyImport(admin, "import"),
};

/**
 * Actions that also check the session before their turn. They need no password, because the accounts here have none.
 */
const CHECKED_TWICE: Record<string, SessionAction> = {
  changeSettings: (admin) => changeSettings(admin, { secondFactor: "on" }, admin.session),
  changePassword: (user) => changePassword(user, { password: "green lantern 83 bridge" }, caller, user.session),
  deleteAccount: (user) => deleteAccount(user, { email: user.email }, caller, user.session),
};

/**
 * Actions that change nothing, that begin what another call confirms, or that check in a helper with a test of its
 * own.
 */
const EXCEPTIONS = new Set(
  `mailForAdmin exportDatabase totpSetup newPasskeyOptions confirmTotp removeTotp addPasskey removePasskey
  handleFactorAdded handleFactorRemoved checkSession changeUser recentUser asRecent recentSignInCheck`.split(/\s+/),
);

test("reliability 39 refuses every action of a session that has ended", async () => {
  const completed: string[] = [];
  for (const [name, action] of Object.entries(ACTIONS)) {
    const admin = await withSession(asAdmin(await addMember({ role: "admin" })));
    const otherAdmin = await addMember();
    await endAllSessions(db, admin.id);
    const outcome = await outcomeOf(action(admin, otherAdmin.id));
    if (outcome !== "signedOut") completed.push(`${name}: ${outcome}`);
  }
  expect(completed).toEqual([]);
  expect(await db.selectFrom("webhooks").select("id").execute()).toEqual([]);
  expect(await db.selectFrom("imports").select("phase").execute()).toEqual([{ phase: "checked" }]);
});

test("refuses an action whose session ends while the action waits for its turn to write", async () => {
  for (const [name, action] of Object.entries(CHECKED_TWICE)) {
    const user = await withSession(asAdmin(await addMember({ role: "admin" })));
    const outcome = await runInterrupted(
      () => action(user, user.id),
      (tx) => endAllSessions(tx, user.id),
    );
    expect(outcome, name).toBe("signedOut");
    const row = await db.selectFrom("users").select("passwordHash").where("id", "=", user.id).executeTakeFirst();
    expect(row, name).toEqual({ passwordHash: null });
  }
});

test("refuses a change of password without a recent sign-in if a second factor was added meanwhile", async () => {
  const passwordHash = await hashPassword("green lantern 83 bridge");
  const user = await addMember({ role: "admin", passwordHash });
  const input = { currentPassword: "green lantern 83 bridge", password: "yellow submarine 47 door" };
  const now = new Date().toISOString();
  const app = { userId: user.id, secret: "", lastStep: 0, createdAt: now, confirmedAt: now, lastUsedAt: null };
  const outcome = await runInterrupted(
    () => changePassword(user, input, caller, null),
    (tx) => tx.insertInto("totpSecrets").values(app).execute(),
  );
  expect(outcome).toBe("stale");
  const row = await db.selectFrom("users").select("passwordHash").where("id", "=", user.id).executeTakeFirst();
  expect(row).toEqual({ passwordHash });
});

/** Runs `action`, and `interruption` after it began and before it can write; returns the outcome of `action`. */
async function runInterrupted(action: () => Promise<unknown>, interruption: (tx: Queryable) => Promise<unknown>) {
  const [lockHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const blockingWrite = db.transaction().execute(async (tx) => {
    lockHeld.resolve();
    await release.promise;
    await interruption(tx);
  });
  await lockHeld.promise;
  const outcome = outcomeOf(action());
  for (let reads = 0; reads < 20; reads++) await readDb.selectFrom("sessions").select("idHash").execute();
  release.resolve();
  await blockingWrite;
  return outcome;
}

function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error) => (error as { problem?: string }).problem ?? String(error),
  );
}

test("these tests cover each use case that needs a recent sign-in", () => {
  const files = readdirSync("app/models", { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.server\.ts$/.test(file),
  );
  const useCases = files.flatMap((file) =>
    Array.from(
      readFileSync(`app/models/${file}`, "utf8").matchAll(
        /^export (?:async )?function (\w+)\((?:[^()]|\([^()]*\))*?(?:RecentUser|\bsession: string)/gm,
      ),
      ([, name = ""]) => name,
    ),
  );
  expect(useCases.length).toBeGreaterThan(15);
  expect(useCases.filter((name) => !(name in ACTIONS) && !(name in CHECKED_TWICE) && !EXCEPTIONS.has(name))).toEqual(
    [],
  );
});

test("neither an ended session nor another account adds or removes a second factor", async () => {
  const admin = await withSession(asAdmin(await addMember({ role: "admin" })));
  const now = new Date().toISOString();
  const row = { id: "key", userId: admin.id, name: "Laptop", publicKey: "", counter: 0, transports: "[]" };
  await db
    .insertInto("passkeys")
    .values({ ...row, createdAt: now, lastUsedAt: null })
    .execute();
  await db
    .insertInto("totpSecrets")
    .values({ userId: admin.id, secret: "", lastStep: 0, createdAt: now, confirmedAt: now, lastUsedAt: null })
    .execute();
  const otherAdmin = await withSession(asAdmin(await addMember({ role: "admin" })));
  await expect(removePasskey(otherAdmin, { id: "key" }, caller)).rejects.toMatchObject({ problem: "missing" });
  await endAllSessions(db, admin.id);
  await expect(removePasskey(admin, { id: "key" }, caller)).rejects.toMatchObject({ problem: "signedOut" });
  await expect(removeTotp(admin, caller)).rejects.toMatchObject({ problem: "signedOut" });
  await expect(confirmTotp(admin, { code: "000000" }, caller)).rejects.toMatchObject({ problem: "conflict" });
  expect(await db.selectFrom("passkeys").select("id").execute()).toEqual([{ id: "key" }]);
  const apps = db.selectFrom("totpSecrets").select("userId").where("userId", "=", admin.id);
  expect(await apps.execute()).toHaveLength(1);
});
