import { afterAll, beforeAll, expect, test } from "vitest";
import { signInWithLink } from "~/auth/sign-in.server";
import { db } from "~/db.server";
import { issueToken } from "~/models/base/accounts/one-time-tokens.server";
import { hashPassword } from "~/models/base/accounts/password-hashing.server";
import { replaceRecoveryCodes } from "~/models/base/accounts/recovery-codes.server";
import { newId } from "~/models/base/input/ids.server";
import * as login from "~/routes/api.auth.login";
import * as register from "~/routes/api.auth.register";
import * as reset from "~/routes/api.auth.reset-password";
import { installFaults } from "../support/faults";
import { addMember } from "../support/members";
import { asCall, call, captchaAnswer, ORIGIN } from "./calls";
import { faultsAtEveryStep } from "./every-step";

let removeFaults: () => void;
beforeAll(() => {
  removeFaults = installFaults();
});
afterAll(() => removeFaults());

const PASSWORD = "a long and rare passphrase";
const allowedChanges = { oneTimeTokens: "a security question is good for one try" };

test("reliability 41 every step may fail: registering", async () => {
  const prepare = async () => {
    const fields = { firstName: "Nora", lastName: "New", email: `${newId()}@mail.example`, password: PASSWORD };
    return () => call(register, "POST", { body: { ...fields, ...captchaAnswer() } });
  };
  expect(await faultsAtEveryStep({ prepare, allowedChanges })).toEqual([]);
});

test("reliability 41 every step may fail: signing in", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const prepare = async () => {
    const { email } = await addMember({ passwordHash });
    return () => call(login, "POST", { body: { email, password: PASSWORD, ...captchaAnswer() } });
  };
  expect(await faultsAtEveryStep({ prepare, allowedChanges })).toEqual([]);
});

test("reliability 41 every step may fail: resetting a password", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const prepare = async () => {
    const { id } = await addMember({ passwordHash });
    const { token } = await issueToken(db, { purpose: "reset", userId: id, minutes: 60 });
    return () => call(reset, "POST", { body: { token, password: "another long and rare passphrase" } });
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: signing in with a mailed link", async () => {
  const prepare = async () => {
    const { id } = await addMember();
    const { token } = await issueToken(db, { purpose: "signIn", userId: id, minutes: 60 });
    return () => asCall(async () => void (await signInWithLink(new Request(ORIGIN), { token }, "192.0.2.1")));
  };
  expect(await faultsAtEveryStep({ prepare })).toEqual([]);
});

test("reliability 41 every step may fail: signing in with a recovery code", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const prepare = async () => {
    const user = await addMember({ passwordHash });
    const now = new Date().toISOString();
    const factor = { id: newId(), userId: user.id, name: "Key", publicKey: "", counter: 0, transports: "[]" };
    await db
      .insertInto("passkeys")
      .values({ ...factor, createdAt: now, lastUsedAt: null })
      .execute();
    const [code] = await db.transaction().execute((tx) => replaceRecoveryCodes(tx, user.id));
    const body = { email: user.email, password: PASSWORD, code };
    return () => call(login, "POST", { body: { ...body, ...captchaAnswer() } });
  };
  expect(await faultsAtEveryStep({ prepare, allowedChanges })).toEqual([]);
});
