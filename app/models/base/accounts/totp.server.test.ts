import { TOTP } from "otpauth";
import { beforeAll, expect, test, vi } from "vitest";
import { db, migrate } from "~/db.server";
import { secrets, unseal } from "~/services/secrets.server";
import { addMember, withSession } from "../../../../test/support/members";
import { beginTotp, confirmTotp, consumeTotpCode, removeTotp, totpSetup } from "./totp.server";

vi.hoisted(() => {
  process.env.SESSION_SECRET = "the secret that signs now,the secret of former times";
});

beforeAll(() => migrate(db));

const caller = { address: "192.0.2.1", origin: "https://site.example" };

test("SF01 the set-up of an authenticator app can begin anew only before its first code; afterwards the app stays until it is removed", async () => {
  const user = await withSession(await addMember());
  await beginTotp(user);
  const firstSecret = (await totpSetup(user))?.secret;
  await beginTotp(user);
  const secondSecret = (await totpSetup(user))?.secret ?? "";
  expect(secondSecret).not.toBe(firstSecret);
  await expect(removeTotp(user, caller), "an app that is being set up").rejects.toMatchObject({ problem: "missing" });

  const code = (ahead: number) =>
    new TOTP({ secret: secondSecret.replaceAll(" ", "") }).generate({ timestamp: Date.now() + ahead * 30_000 });
  await confirmTotp(user, { code: code(0) }, caller);
  await expect(beginTotp(user)).rejects.toMatchObject({ problem: "conflict" });
  await expect(confirmTotp(user, { code: code(1) }, caller)).rejects.toMatchObject({ problem: "conflict" });
  expect(await totpSetup(user)).toBeNull();
  expect(await db.transaction().execute((tx) => consumeTotpCode(tx, user, code(1)))).toBe("right");
});

test("SF01 a code counts only after the app was confirmed, and renews what a former secret of the site encrypted", async () => {
  const user = await withSession(await addMember());
  // Encrypts with the former secret.
  (secrets as string[]).reverse();
  await beginTotp(user);
  (secrets as string[]).reverse();
  const secret = (await totpSetup(user))?.secret.replaceAll(" ", "");
  const code = (ahead: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * 30_000 });
  expect(await consumeTotpCode(db, user, code(0))).toBe("wrong");
  await confirmTotp(user, { code: code(0) }, caller);
  const isSecretOld = async () => {
    const row = db.selectFrom("totpSecrets").select("secret").where("userId", "=", user.id);
    return unseal("totp", (await row.executeTakeFirstOrThrow()).secret)?.isOld;
  };
  expect(await isSecretOld()).toBe(true);
  expect([await consumeTotpCode(db, user, code(1)), await consumeTotpCode(db, user, code(1))]).toEqual([
    "right",
    "used",
  ]);
  expect(await isSecretOld()).toBe(false);
});
