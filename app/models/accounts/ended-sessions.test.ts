/** What takes a fresh sign-in asks for the session in its transaction: it may have ended while that waited for its turn. */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { member, signedIn } from "../../../test/support/members";
import { createWebhook, deleteWebhook } from "../webhooks/webhooks.server";
import { type Admin, asAdmin } from "./admin.server";
import { changeAccount, inviteUser, sendReset } from "./admin-users.server";
import { createApiKey, revokeApiKey } from "./api-keys.server";
import { renewRecoveryCodes } from "./factor-changes.server";
import { removePasskey } from "./passkeys.server";
import { removeSecondFactor } from "./second-step.server";
import { endAllSessions, type RecentUser } from "./sessions.server";
import { confirmTotp, removeTotp } from "./totp.server";
import { changeRole, changeStatus, deleteUser } from "./users.server";

beforeAll(async () => {
  await migrate(db);
});

type Way = (admin: RecentUser<Admin>, other: string) => Promise<unknown>;
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
};

/** What changes nothing, what begins what another call confirms, and what asks in the helper that a test of it covers. */
const OTHERWISE = new Set(
  `mailForAdmin exportDatabase testWebhook totpSetup newPasskeyOptions beginTotp applyImport
  confirmTotp removeTotp addPasskey removePasskey factorAdded factorRemoved checkSession changeUser`.split(/\s+/),
);

test("reliability 39 nothing is done for a session that has ended", async () => {
  const done: string[] = [];
  for (const [name, way] of Object.entries(WAYS)) {
    const admin = await signedIn(asAdmin(await member({ role: "admin" })));
    const other = await member();
    await endAllSessions(db, admin.id);
    const outcome = await way(admin, other.id).then(
      () => "done",
      (error) => (error as { problem?: string }).problem ?? String(error),
    );
    if (outcome !== "signedOut") done.push(`${name}: ${outcome}`);
  }
  expect(done).toEqual([]);
  expect(await db.selectFrom("webhooks").select("id").execute()).toEqual([]);
});

test("and each use case that takes a fresh sign-in is among those that were tried", () => {
  const files = readdirSync("app/models", { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.server\.ts$/.test(file),
  );
  const found = files.flatMap((file) =>
    Array.from(
      readFileSync(`app/models/${file}`, "utf8").matchAll(
        /^export (?:async )?function (\w+)\((?:[^()]|\([^()]*\))*?RecentUser/gm,
      ),
      ([, name = ""]) => name,
    ),
  );
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter((name) => !(name in WAYS) && !OTHERWISE.has(name))).toEqual([]);
});

test("a second factor is neither added nor removed for one, and stays as it was", async () => {
  const admin = await signedIn(asAdmin(await member({ role: "admin" })));
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
  expect(await db.selectFrom("totpSecrets").select("userId").execute()).toEqual([{ userId: admin.id }]);
});
