import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { countWithinLimit } from "~/models/base/rate-limits/rate-limits.server";
import { newPerson, solveQuestion } from "../../../../test/support/accounts";
import { mailsTo, tokenIn } from "../../../../test/support/mails";
import { hashPassword } from "./password-hashing.server";
import { replaceRecoveryCodes } from "./recovery-codes.server";
import { insertUser } from "./register.server";
import { newQuestion } from "./security-question.server";
import { sessionRows } from "./sessions.server";
import { signIn } from "./sign-in.server";
import { isSignInLink, linkRequestedMessage, redeemSignInLink, requestSignInLink } from "./sign-in-link.server";

vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
});

const PASSWORD = "violet kettle 62 orbit";
let addressCount = 0;
let caller = { address: "", origin: "https://longevity.example" };
let passwordHash = "";

beforeAll(async () => {
  await migrate(db);
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(() => {
  caller = { address: `10.2.0.${addressCount++}`, origin: "https://longevity.example" };
});

function answeredQuestion() {
  const { question, expected } = newQuestion();
  return { captchaAnswer: solveQuestion(question), captchaExpected: expected };
}

function addAccount(changes: Partial<UserRow> = {}): Promise<UserRow> {
  const { email, firstName, lastName } = newPerson();
  const emailVerifiedAt = new Date().toISOString();
  return insertUser(db, { email, firstName, lastName, role: "user", passwordHash, emailVerifiedAt, ...changes });
}

const requestLink = (email: string, returnTo?: string) =>
  requestSignInLink({ email, ...answeredQuestion() }, caller, returnTo);
const readLink = async ({ email }: UserRow) => (await mailsTo(email)).at(-1)?.link ?? "";

describe("a sign-in link", () => {
  test("goes to addresses with an account, gives everyone the same answer, and leads back", async () => {
    const user = await addAccount();
    await requestLink(user.email.toUpperCase(), "/submit");
    await requestLink("nobody@mail.example");
    expect(await mailsTo("nobody@mail.example")).toEqual([]);
    expect(await readLink(user)).toMatch(
      /^https:\/\/longevity\.example\/sign-in-link\?token=[\w-]{43}&returnTo=%2Fsubmit$/,
    );
    expect(linkRequestedMessage("a sign-in link")).toBe(
      "If an account exists with that email, we've sent a sign-in link",
    );
    const storedTokens = await db.selectFrom("oneTimeTokens").selectAll().where("userId", "=", user.id).execute();
    expect(JSON.stringify(storedTokens)).not.toContain(tokenIn(await readLink(user)));
  });

  test("signs in once, also for 50 attempts at once; a newer link or an hour makes it invalid", async () => {
    const user = await addAccount();
    await requestLink(user.email);
    const formerToken = tokenIn(await readLink(user));
    await requestLink(user.email);
    const token = tokenIn(await readLink(user));
    expect([await isSignInLink(formerToken), await isSignInLink(token)]).toEqual([false, true]);
    await expect(redeemSignInLink({ token: formerToken }, caller)).rejects.toMatchObject({ problem: "invalid" });
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => redeemSignInLink({ token }, caller)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await isSignInLink(token), "the page of a used link shows no button").toBe(false);

    await requestLink(user.email);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60 * 60_000 + 1 });
    await expect(redeemSignInLink({ token: tokenIn(await readLink(user)) }, caller)).rejects.toThrow("has expired");
    vi.useRealTimers();
  });

  test("lets the owner sign in, and afterwards with the password, despite strangers' attempts", async () => {
    const user = await addAccount();
    const trySignIn = (address: string, password: string) =>
      signIn({ email: user.email, password, ...answeredQuestion() }, { ...caller, address });
    for (let n = 0; n < 40; n++) await trySignIn(`198.51.100.${n}`, "wrong").catch(() => {});
    await expect(trySignIn(caller.address, PASSWORD)).rejects.toMatchObject({
      problem: "limited",
      retryAfter: expect.any(Number),
      message: expect.stringContaining("a link that we email to you"),
    });
    await requestLink(user.email);
    expect((await redeemSignInLink({ token: tokenIn(await readLink(user)) }, caller)).id).toBe(user.id);
    for (let n = 0; n < 40; n++) await trySignIn(`198.51.100.${n}`, "wrong").catch(() => {});
    expect((await trySignIn(caller.address, PASSWORD)).id).toBe(user.id);
  });

  test("lets the owner ask for another link at once, despite strangers' requests", async () => {
    const user = await addAccount();
    await requestLink(user.email);
    const token = tokenIn(await readLink(user));
    while (await countWithinLimit("linkTo", user.email));
    await requestLink(user.email);
    expect(tokenIn(await readLink(user))).toBe(token);
    await redeemSignInLink({ token }, caller);
    await requestLink(user.email);
    expect(tokenIn(await readLink(user))).not.toBe(token);
  });

  test.each([
    ["user", []],
    ["editor", ["totpSecrets", "passkeys", "recoveryCodes"]],
  ] as const)(
    "removes the keys of an unconfirmed %s, and keeps only these second factors: %j",
    async (role, remainingTables) => {
      const user = await addAccount({ role, emailVerifiedAt: null });
      const now = new Date().toISOString();
      const ownerFields = { userId: user.id, createdAt: now };
      const app = { ...ownerFields, secret: "", lastStep: 0, confirmedAt: now, lastUsedAt: null };
      const passkey = {
        ...ownerFields,
        id: user.id,
        name: "",
        publicKey: "",
        counter: 0,
        transports: "[]",
        lastUsedAt: null,
      };
      const key = {
        ...ownerFields,
        id: user.id,
        name: "",
        hash: user.id,
        scope: "all",
        expiresAt: now,
        lastUsedOn: null,
      };
      await db.insertInto("totpSecrets").values(app).execute();
      await db.insertInto("passkeys").values(passkey).execute();
      await db.insertInto("apiKeys").values(key).execute();
      await replaceRecoveryCodes(db, user.id);
      await requestLink(user.email);
      await redeemSignInLink({ token: tokenIn(await readLink(user)) }, caller);
      const tables: string[] = [];
      for (const table of ["apiKeys", "totpSecrets", "passkeys", "recoveryCodes"] as const)
        if (await db.selectFrom(table).select("userId").where("userId", "=", user.id).executeTakeFirst())
          tables.push(table);
      expect(tables).toEqual(remainingTables);
    },
  );

  test("removes what a stranger set up before the address was confirmed", async () => {
    const user = await addAccount({ emailVerifiedAt: null });
    const session = await sessionRows.createData({ user });
    await requestLink(user.email);
    const signedInUser = await redeemSignInLink({ token: tokenIn(await readLink(user)) }, caller);
    expect(signedInUser).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.any(String) });
    expect(await sessionRows.readData(session)).toBeNull();
  });

  test("is refused for a disabled account", async () => {
    const user = await addAccount();
    await requestLink(user.email);
    const token = tokenIn(await readLink(user));
    await db.updateTable("users").set({ status: "disabled" }).where("id", "=", user.id).execute();
    await expect(redeemSignInLink({ token }, caller)).rejects.toMatchObject({ problem: "invalid" });
    const mails = await mailsTo(user.email);
    await requestLink(user.email);
    expect(await mailsTo(user.email)).toEqual(mails);
  });
});
