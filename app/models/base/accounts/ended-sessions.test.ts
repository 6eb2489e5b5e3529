/**
 * Tests that actions with a fresh sign-in check the session in their transaction: it may have ended while they waited for
 * their turn.
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
import { changeRole, changeStatus } from "./users.server";

beforeAll(async () => {
  await migrate(db);
  const { id: createdBy } = await addMember({ role: "admin" });
  const checked = { id: "import", name: "people.json", format: "export", phase: "checked", createdBy } as const;
  await db
    .insertInto("imports")
    .values({ ...checked, reading: "{}", mapping: "{}", jobId: null, createdAt: new Date().toISOString() })
    .execute();
});

type Way = (admin: RecentUser<Admin>, otherId: string) => Promise<unknown>;

const caller = { address: "192.0.2.1", origin: "https://site.example" };
const person = { firstName: "Ina", lastName: "Invited", email: "ina@mail.example" };
const NEW_KEY = { name: "Mine", scopes: ["profiles:read"], days: 30 };
const HOOK = { url: "https://1.1.1.1/", events: ["expert.created"] };

const WAYS: Record<string, Way> = {
  createWebhook: (admin) => createWebhook(admin, HOOK),
  deleteWebhook: async (admin) => deleteWebhook(admin, "hook"),
  changeRole: (admin, id) => changeRole(admin, { id, role: "editor" }),
  changeStatus: (admin, id) => changeStatus(admin, { id, status: "disabled" }),
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

/** Actions that also check before their turn. Accounts without a password type nothing that would prove who they are. */
const ASKED_TWICE: Record<string, Way> = {
  changeSettings: (admin) => changeSettings(admin, { secondFactor: "on" }, admin.session),
  changePassword: (user) => changePassword(user, { password: "green lantern 83 bridge" }, caller, user.session),
  deleteAccount: (user) => deleteAccount(user, { email: user.email }, caller, user.session),
};

/** Actions that change nothing, begin what another call confirms, or check in a helper that another test covers. */
const OTHERWISE = new Set(
  `mailForAdmin exportDatabase totpSetup newPasskeyOptions confirmTotp removeTotp addPasskey removePasskey
  factorAdded factorRemoved checkSession changeUser recentUser asRecent recentWhereNeeded`.split(/\s+/),
);

test("reliability 39 nothing is done for a session that has ended", async () => {
  const done: string[] = [];
  for (const [name, way] of Object.entries(WAYS)) {
    const admin = await withSession(asAdmin(await addMember({ role: "admin" })));
    const otherAdmin = await addMember();
    await endAllSessions(db, admin.id);
    const outcome = await problemOf(way(admin, otherAdmin.id));
    if (outcome !== "signedOut") done.push(`${name}: ${outcome}`);
  }
  expect(done).toEqual([]);
  expect(await db.selectFrom("webhooks").select("id").execute()).toEqual([]);
  expect(await db.selectFrom("imports").select("phase").execute()).toEqual([{ phase: "checked" }]);
});

test("nor for one that ends while that waits for its turn to write", async () => {
  for (const [name, way] of Object.entries(ASKED_TWICE)) {
    const user = await withSession(asAdmin(await addMember({ role: "admin" })));
    const outcome = await inTheMiddle(
      () => way(user, user.id),
      (tx) => endAllSessions(tx, user.id),
    );
    expect(outcome, name).toBe("signedOut");
    const row = await db.selectFrom("users").select("passwordHash").where("id", "=", user.id).executeTakeFirst();
    expect(row, name).toEqual({ passwordHash: null });
  }
});

test("nor without a fresh one once a second factor was added meanwhile", async () => {
  const passwordHash = await hashPassword("green lantern 83 bridge");
  const user = await addMember({ role: "admin", passwordHash });
  const input = { currentPassword: "green lantern 83 bridge", password: "yellow submarine 47 door" };
  const now = new Date().toISOString();
  const app = { userId: user.id, secret: "", lastStep: 0, createdAt: now, confirmedAt: now, lastUsedAt: null };
  const outcome = await inTheMiddle(
    () => changePassword(user, input, caller, null),
    (tx) => tx.insertInto("totpSecrets").values(app).execute(),
  );
  expect(outcome).toBe("stale");
  const row = await db.selectFrom("users").select("passwordHash").where("id", "=", user.id).executeTakeFirst();
  expect(row).toEqual({ passwordHash });
});

/** Runs `way`, and `meanwhile` after it began and before it may write; returns the outcome of `way`. */
async function inTheMiddle(way: () => Promise<unknown>, meanwhile: (tx: Queryable) => Promise<unknown>) {
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = db.transaction().execute(async (tx) => {
    begun.resolve();
    await goOn.promise;
    await meanwhile(tx);
  });
  await begun.promise;
  const outcome = problemOf(way());
  for (let reads = 0; reads < 20; reads++) await readDb.selectFrom("sessions").select("idHash").execute();
  goOn.resolve();
  await writing;
  return outcome;
}

function problemOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error) => (error as { problem?: string }).problem ?? String(error),
  );
}

test("and each use case that takes a fresh sign-in is among those that were tried", () => {
  const files = readdirSync("app/models", { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.server\.ts$/.test(file),
  );
  const sources = files.flatMap((file) =>
    Array.from(
      readFileSync(`app/models/${file}`, "utf8").matchAll(
        /^export (?:async )?function (\w+)\((?:[^()]|\([^()]*\))*?(?:RecentUser|\bsession: string)/gm,
      ),
      ([, name = ""]) => name,
    ),
  );
  expect(sources.length).toBeGreaterThan(15);
  expect(sources.filter((name) => !(name in WAYS) && !(name in ASKED_TWICE) && !OTHERWISE.has(name))).toEqual([]);
});

test("a second factor is neither added nor removed for one, and stays as it was", async () => {
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
  await endAllSessions(db, admin.id);
  await expect(removePasskey(admin, { id: "key" }, caller)).rejects.toMatchObject({ problem: "signedOut" });
  await expect(removeTotp(admin, caller)).rejects.toMatchObject({ problem: "signedOut" });
  await expect(confirmTotp(admin, { code: "000000" }, caller)).rejects.toMatchObject({ problem: "conflict" });
  expect(await db.selectFrom("passkeys").select("id").execute()).toEqual([{ id: "key" }]);
  const apps = db.selectFrom("totpSecrets").select("userId").where("userId", "=", admin.id);
  expect(await apps.execute()).toHaveLength(1);
});
