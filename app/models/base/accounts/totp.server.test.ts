import { TOTP } from "otpauth";
import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { addMember, withSession } from "../../../../test/support/members";
import { beginTotp, confirmTotp, consumeTotpCode, totpSetup } from "./totp.server";

beforeAll(() => migrate(db));

const caller = { address: "192.0.2.1", origin: "https://site.example" };

test("SF01 an authenticator app stays what it is until it is removed: its set-up can begin anew only before its first code", async () => {
  const user = await withSession(await addMember());
  await beginTotp(user);
  const first = (await totpSetup(user))?.secret;
  await beginTotp(user);
  const second = (await totpSetup(user))?.secret ?? "";
  expect(second).not.toBe(first);

  const code = (ahead: number) =>
    new TOTP({ secret: second.replaceAll(" ", "") }).generate({ timestamp: Date.now() + ahead * 30_000 });
  await confirmTotp(user, { code: code(0) }, caller);
  await expect(beginTotp(user)).rejects.toMatchObject({ problem: "conflict" });
  await expect(confirmTotp(user, { code: code(1) }, caller)).rejects.toMatchObject({ problem: "conflict" });
  expect(await totpSetup(user)).toBeNull();
  expect(await db.transaction().execute((tx) => consumeTotpCode(tx, user, code(1)))).toBe("right");
});
