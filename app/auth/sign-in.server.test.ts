/** Tests sign-ins during which the second factors of the account change. */
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { db, migrate, type Queryable, type UserRow } from "~/db.server";
import { log } from "~/log.server";
import {
  addPasskey,
  authenticateByPasskey,
  newPasskeyOptions,
  passkeyOptions,
} from "~/models/base/accounts/passkeys.server";
import { hashPassword } from "~/models/base/accounts/password-hashing.server";
import { replaceRecoveryCodes } from "~/models/base/accounts/recovery-codes.server";
import { beginSecondStep, completeSecondStep, proveAgain } from "~/models/base/accounts/second-step.server";
import { newQuestion } from "~/models/base/accounts/security-question.server";
import { signIn } from "~/models/base/accounts/sign-in.server";
import { solveQuestion } from "../../test/support/accounts";
import { makePasskey } from "../../test/support/authenticator";
import { addMember, withSession } from "../../test/support/members";
import { finishFirstStep, pendingUser } from "./sign-in.server";

beforeAll(async () => {
  await migrate(db);
});

const caller = { address: "192.0.2.1", origin: "https://longevity.example" };
const PARTY = { origin: caller.origin, id: "longevity.example" };
const SIGNING = { origin: PARTY.origin, rpId: PARTY.id };
const PASSWORD = "violet kettle 62 orbit";
const request = () => new Request("https://longevity.example/login", { method: "POST" });
const countSessions = async ({ id }: UserRow) =>
  (await db.selectFrom("sessions").select("idHash").where("userId", "=", id).execute()).length;

/** Begins `work` while a transaction that adds an app to the account is open, and returns its result. */
async function whileAppIsAdded<T>(user: UserRow, work: () => Promise<T>): Promise<T> {
  const now = new Date().toISOString();
  const app = { userId: user.id, secret: "", lastStep: 0, createdAt: now, confirmedAt: now, lastUsedAt: null };
  const [opened, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const addition = db.transaction().execute(async (tx) => {
    opened.resolve();
    await finish.promise;
    await tx.insertInto("totpSecrets").values(app).execute();
  });
  await opened.promise;
  const result = work();
  result.catch(() => {});
  // Lets `work` finish its reads before its own transaction, which waits for this one.
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
  finish.resolve();
  await addition;
  return result;
}

test("AC07 the audit log has each sign-in of an editor or admin, and no sign-in of a reader", async () => {
  for (const role of ["admin", "editor", "user"] as const) {
    const user = await addMember({ role });
    expect(await finishFirstStep(request(), user, caller.address)).toMatchObject({ isComplete: true });
    const entries = db.selectFrom("auditLog").select(["action", "address"]).where("userId", "=", user.id);
    const entry = { action: "signed in", address: caller.address };
    expect([role, await entries.execute()]).toEqual([role, role === "user" ? [] : [entry]]);
  }
});

test("a refused password and a refused second step leave a warning with the account and the network", async () => {
  const user = await addMember({ passwordHash: await hashPassword(PASSWORD) });
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  onTestFinished(() => warn.mockRestore());
  for (const email of [user.email, "nobody@mail.example"]) {
    const { question, expected: captchaExpected } = newQuestion();
    const credentials = { email, password: `not ${PASSWORD}`, captchaAnswer: solveQuestion(question), captchaExpected };
    await expect(signIn(credentials, caller)).rejects.toMatchObject({ problem: "unauthenticated" });
  }
  await db.transaction().execute((tx) => replaceRecoveryCodes(tx, user.id));
  const token = await beginSecondStep(user);
  await expect(completeSecondStep(token, { code: "abcde-abcde" }, caller, async () => {})).rejects.toMatchObject({
    problem: "secondFactor",
  });
  const { address } = caller;
  expect(warn.mock.calls).toEqual([
    [{ user: user.id, address }, "a sign-in was refused"],
    [{ user: null, address }, "a sign-in was refused"],
    [{ user: user.id, address, result: expect.any(String) }, "a second step was refused"],
  ]);
});

test("SF03 a complete sign-in deletes the cookie of a second step that the browser began before", async () => {
  const now = new Date().toISOString();
  const [userWithApp, user] = [await addMember(), await addMember()];
  const app = { userId: userWithApp.id, secret: "", lastStep: 0, createdAt: now, confirmedAt: now, lastUsedAt: null };
  await db.insertInto("totpSecrets").values(app).execute();
  const [cookie = ""] = (await finishFirstStep(request(), userWithApp, caller.address)).headers.getSetCookie();
  const headers = { Cookie: cookie.split(";", 1)[0] ?? "" };
  const secondRequest = new Request("https://longevity.example/login", { method: "POST", headers });
  expect(await pendingUser(secondRequest)).toMatchObject({ id: userWithApp.id });
  const cookiesAfter = async (signInRequest: Request) =>
    (await finishFirstStep(signInRequest, user, caller.address)).headers
      .getSetCookie()
      .filter((text) => /second-step/.test(text));
  expect(await cookiesAfter(secondRequest)).toEqual([expect.stringMatching(/second-step=;.*Max-Age=0/)]);
  expect(await cookiesAfter(request())).toEqual([]);
});

test("AC07 a first step demands the second one even if the factor is added meanwhile", async () => {
  const user = await addMember();
  const { isComplete } = await whileAppIsAdded(user, () => finishFirstStep(request(), user, caller.address));
  expect([isComplete, await countSessions(user)]).toEqual([false, 0]);
});

test("AC07 a password alone does not confirm a session if a second factor is added meanwhile", async () => {
  const user = await addMember({ passwordHash: await hashPassword(PASSWORD) });
  let enteredCount = 0;
  const enter = async () => {
    enteredCount++;
  };
  await proveAgain(user, { password: PASSWORD }, caller, enter);
  expect(enteredCount).toBe(1);
  const proof = whileAppIsAdded(user, () => proveAgain(user, { password: PASSWORD }, caller, enter));
  await expect(proof).rejects.toMatchObject({ problem: expect.stringMatching(/unauthenticated|invalid/) });
  expect(enteredCount).toBe(1);
});

test("SF03 a first step allows one sign-in, even with two codes at once, and uses up only one code", async () => {
  const user = await addMember();
  const codes = await db.transaction().execute((tx) => replaceRecoveryCodes(tx, user.id));
  const token = await beginSecondStep(user);
  let enteredCount = 0;
  const enter = async () => {
    enteredCount++;
  };
  const complete = (code: string | undefined) => completeSecondStep(token, { code }, caller, enter);
  const results = await Promise.allSettled([complete(codes[0]), complete(codes[1])]);
  const refusals = results.flatMap((result) => (result.status === "rejected" ? result.reason : []));
  expect(refusals).toMatchObject([
    { problem: "unauthenticated", message: "This sign-in took too long. Please begin again." },
  ]);
  const codeRows = db.selectFrom("recoveryCodes").select("hash").where("userId", "=", user.id);
  expect([enteredCount, await codeRows.where("usedAt", "is not", null).execute()]).toEqual([1, [expect.anything()]]);
});

test("SF06 a passkey's use and the session are stored in one transaction", async () => {
  const user = await withSession(await addMember());
  const passkey = makePasskey();
  const { challenge } = await newPasskeyOptions(user, PARTY);
  const answer = passkey.create(challenge, { ...SIGNING, counter: 3 });
  await addPasskey(user, PARTY, { name: "Laptop", answer }, caller);
  const signInWith = async (enter: (tx: Queryable, user: UserRow) => Promise<void>, counter: number) => {
    const { challenge } = await passkeyOptions(PARTY, null);
    return authenticateByPasskey(PARTY, passkey.get(challenge, { ...SIGNING, counter }), caller, enter);
  };
  const storedPasskey = () => db.selectFrom("passkeys").select(["counter", "lastUsedAt"]).executeTakeFirst();
  const fail = () => Promise.reject(new Error("no session"));
  await expect(signInWith(fail, 4)).rejects.toThrow("no session");
  expect(await storedPasskey()).toEqual({ counter: 3, lastUsedAt: null });
  await signInWith(async (tx) => {
    await tx.deleteFrom("sessions").execute();
  }, 4);
  expect(await storedPasskey()).toMatchObject({ counter: 4 });
});
