import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { deleteAccount } from "~/models/whole/accounts/delete-account.server";
import { digest } from "~/services/secrets.server";
import { newPerson, solveQuestion } from "../../../../test/support/accounts";
import { mailsTo, tokenIn } from "../../../../test/support/mails";
import { issueToken } from "./one-time-tokens.server";
import { changePassword, RESET_REQUESTED, requestReset, resetLinkState, resetPassword } from "./password.server";
import { hashPassword, isPassword } from "./password-hashing.server";
import { insertUser } from "./register.server";
import { beginSecondStep } from "./second-step.server";
import { newQuestion } from "./security-question.server";
import { sessionRows } from "./sessions.server";
import { signIn } from "./sign-in.server";
import { redeemSignInLink } from "./sign-in-link.server";
import { changeUser } from "./users.server";

vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
});

const OLD_PASSWORD = "violet kettle 62 orbit";
const NEW_PASSWORD = "amber ladder 17 comet";
const INVALID_LINK = "Failed to reset password. The link may be expired or invalid.";
let addressCount = 0;
let caller = { address: "", origin: "https://longevity.example" };
let oldHash = "";

beforeAll(async () => {
  await migrate(db);
  oldHash = await hashPassword(OLD_PASSWORD);
});
beforeEach(() => {
  caller = { address: `10.1.${addressCount >> 8}.${addressCount++ & 255}`, origin: "https://longevity.example" };
});
afterEach(() => {
  vi.useRealTimers();
});

function answeredQuestion() {
  const { question, expected } = newQuestion();
  return { captchaAnswer: solveQuestion(question), captchaExpected: expected };
}

function addAccount(changes: Partial<UserRow> = {}): Promise<UserRow> {
  const { email, firstName, lastName } = newPerson();
  return insertUser(db, { email, firstName, lastName, role: "user", passwordHash: oldHash, ...changes });
}

const requestLink = (email: string) => requestReset({ email, ...answeredQuestion() }, caller);

/** Returns the token of the newest reset mail. */
async function tokenFor({ email }: UserRow): Promise<string> {
  const mails = (await mailsTo(email)).filter(({ kind }) => kind === "passwordReset");
  return tokenIn(mails.at(-1)?.link);
}

async function passwordOf(user: UserRow): Promise<string | null> {
  const row = await db.selectFrom("users").select("passwordHash").where("id", "=", user.id).executeTakeFirstOrThrow();
  return row.passwordHash;
}

describe("a proof from before a change of the password", () => {
  const beginSession = (user: UserRow) => sessionRows.createData({ user });
  const sessionsOf = ({ id }: UserRow) => db.selectFrom("sessions").select("data").where("userId", "=", id).execute();

  test("opens no session and no second step, and can neither change the password again nor delete the account", async () => {
    const user = await addAccount();
    await beginSession(user);
    await changePassword(user, { currentPassword: OLD_PASSWORD, password: NEW_PASSWORD }, caller, null);
    const actions = {
      session: () => beginSession(user),
      step: () => beginSecondStep(user),
      change: () =>
        changePassword(user, { currentPassword: OLD_PASSWORD, password: "green lantern 83 bridge" }, caller, null),
      deletion: () => deleteAccount(user, { password: OLD_PASSWORD }, caller, null),
    };
    for (const [name, action] of Object.entries(actions))
      await expect(action(), name).rejects.toMatchObject({ problem: "unauthenticated" });
    expect(await sessionsOf(user)).toEqual([]);
    expect(await isPassword(await passwordOf(user), NEW_PASSWORD)).toBe(true);
    const step = db.selectFrom("oneTimeTokens").select("purpose").where("userId", "=", user.id);
    expect(await step.where("purpose", "=", "secondStep").execute()).toEqual([]);
  });

  test.each<[string, (user: UserRow) => Promise<unknown>]>([
    [
      "changed",
      (user) => changePassword(user, { currentPassword: OLD_PASSWORD, password: NEW_PASSWORD }, caller, null),
    ],
    [
      "disabled and enabled",
      async ({ id }) => {
        await changeUser(null, id, { status: "disabled" });
        await changeUser(null, id, { status: "active" });
      },
    ],
  ])("is no link that was mailed before the account was %s", async (_change, change) => {
    const user = await addAccount();
    const links = { reset: "", signIn: "" };
    for (const purpose of ["reset", "signIn"] as const) {
      const { token } = await issueToken(db, { purpose, userId: user.id, minutes: 60 });
      links[purpose] = token;
    }
    await change(user);
    await expect(resetPassword({ token: links.reset, password: "green lantern 83 bridge" }, caller)).rejects.toThrow(
      INVALID_LINK,
    );
    await expect(redeemSignInLink({ token: links.signIn }, caller)).rejects.toMatchObject({ problem: "invalid" });
  });

  test("does not end the link of an invitation when the role changes", async () => {
    const user = await addAccount({ passwordHash: null });
    const { token } = await issueToken(db, { purpose: "reset", userId: user.id, minutes: 60 });
    await changeUser(null, user.id, { role: "editor" });
    expect(await resetLinkState(token)).toEqual({ isUsable: true, isFirst: true });
  });

  test("opens no session after the account was disabled, even if it is enabled again", async () => {
    const user = await addAccount();
    await changeUser(null, user.id, { status: "disabled" });
    await expect(beginSession(user)).rejects.toMatchObject({ problem: "unauthenticated" });
    await changeUser(null, user.id, { status: "active" });
    expect(await sessionsOf(user)).toEqual([]);
    await beginSession(user);
    expect(await sessionsOf(user)).toHaveLength(1);
  });
});

describe("AC07 signing in", () => {
  const trySignIn = (input: object) => signIn({ ...answeredQuestion(), ...input }, caller);

  test("returns the account with this address and password", async () => {
    const user = await addAccount();
    expect((await trySignIn({ email: ` ${user.email.toUpperCase()}`, password: OLD_PASSWORD })).id).toBe(user.id);
  });

  test.each([
    {},
    { email: "a@mail.example" },
    { password: OLD_PASSWORD },
    { email: " ", password: OLD_PASSWORD },
    { email: 7, password: {} },
  ])("says what to do with %j", async (input) => {
    await expect(trySignIn(input)).rejects.toMatchObject({
      problem: "invalid",
      message: "Please enter your email and password",
    });
  });

  test("AC05 checks the security question before anything else", async () => {
    const user = await addAccount();
    const credentials = { email: user.email, password: OLD_PASSWORD };
    await expect(signIn(credentials, caller)).rejects.toThrow("Please wait for CAPTCHA to load");
    for (let n = 0; n < 30; n++)
      await signIn({ ...credentials, captchaAnswer: "1", captchaExpected: "x" }, caller).catch(() => {});
    await trySignIn(credentials);
  });

  test("gives the same answer to wrong passwords, unknown addresses and accounts without a password", async () => {
    const [user, googleUser] = [await addAccount(), await addAccount({ passwordHash: null })];
    for (const email of [user.email, googleUser.email, "nobody@mail.example"]) {
      await expect(trySignIn({ email, password: "wrong" })).rejects.toMatchObject({
        problem: "unauthenticated",
        message: "Invalid email or password",
        fieldErrors: undefined,
      });
    }
  });

  test("tells only somebody with the password that the account is disabled", async () => {
    const user = await addAccount();
    await db.updateTable("users").set({ status: "disabled" }).where("id", "=", user.id).execute();
    await expect(trySignIn({ email: user.email, password: "wrong" })).rejects.toThrow("Invalid email or password");
    await expect(trySignIn({ email: user.email, password: OLD_PASSWORD })).rejects.toMatchObject({
      problem: "forbidden",
      message: "This account is disabled.",
    });
  });

  test.each(["known", "unknown"])("allows five attempts for a %s address, also at once", async (kind) => {
    const email = kind === "known" ? (await addAccount()).email : "stranger@mail.example";
    const results = await Promise.all(
      Array.from({ length: 12 }, () => trySignIn({ email, password: "wrong" }).catch(({ problem }) => problem)),
    );
    expect(results.filter((problem) => problem === "unauthenticated")).toHaveLength(5);
    expect(results.filter((problem) => problem === "limited")).toHaveLength(7);
  });

  test("hashes the password again if the parameters changed", async () => {
    const { hash } = await import("@node-rs/argon2");
    const weakHash = await hash(OLD_PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const user = await addAccount({ passwordHash: weakHash });
    const { passwordHash } = await trySignIn({ email: user.email, password: OLD_PASSWORD });
    expect(passwordHash).toMatch(/\$m=19456,t=2,p=1\$/);
    expect(await passwordOf(user)).toBe(passwordHash);
    await trySignIn({ email: user.email, password: OLD_PASSWORD });
    expect(await passwordOf(user), "hashed once only").toBe(passwordHash);
  });
});

describe("AC03 requesting a reset", () => {
  test("sends a link to addresses with an account, and nothing to others", async () => {
    const user = await addAccount();
    await requestLink(user.email.toUpperCase());
    await requestLink("nobody@mail.example");
    expect(await mailsTo("nobody@mail.example")).toEqual([]);
    const [mail] = await mailsTo(user.email);
    expect(mail?.link).toMatch(/^https:\/\/longevity\.example\/reset-password\?token=[\w-]{43}$/);
    expect(RESET_REQUESTED).toBe("If an account exists with that email, we've sent a password reset link");
  });

  test("writes as much for an unknown address, so that the time reveals nothing", async () => {
    const rows = () => db.selectFrom("oneTimeTokens").select("hash").where("purpose", "=", "reset").execute();
    const earlierRows = await rows();
    await requestLink("nobody-either@mail.example");
    expect(await rows()).not.toEqual(earlierRows);
  });

  test("stores only the token's hash", async () => {
    const user = await addAccount();
    await requestLink(user.email);
    const rows = await db.selectFrom("oneTimeTokens").selectAll().where("userId", "=", user.id).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(await tokenFor(user));
  });

  test("AC07 AC05 needs an address and an answer", async () => {
    for (const email of [undefined, "", "  "]) {
      await expect(requestReset({ email, ...answeredQuestion() }, caller)).rejects.toMatchObject({
        problem: "invalid",
        message: "Please enter your email address",
      });
    }
    await expect(requestReset({ email: "a@mail.example" }, caller)).rejects.toThrow("Please wait for CAPTCHA to load");
  });

  test("is possible five times an hour from one network, whether or not there is an account", async () => {
    const user = await addAccount();
    for (const email of [user.email, "stranger@mail.example"]) {
      caller.address = `172.20.0.${addressCount++}`;
      for (let n = 0; n < 5; n++) await requestLink(email);
      await expect(requestLink("another@mail.example")).rejects.toMatchObject({ problem: "limited" });
    }
    expect(await mailsTo(user.email)).toHaveLength(5);
  });

  test("stays possible for the owner after a flood of strangers' requests, which leaves the newest link valid", async () => {
    const user = await addAccount();
    for (let n = 0; n < 25; n++) {
      caller.address = `172.21.0.${n}`;
      await requestLink(user.email);
    }
    expect(await mailsTo(user.email)).toHaveLength(20);
    const token = await tokenFor(user);
    expect((await resetLinkState(token)).isUsable).toBe(true);
    await resetPassword({ token, password: NEW_PASSWORD }, caller);
    await requestLink(user.email);
    expect((await resetLinkState(await tokenFor(user))).isUsable).toBe(true);
  });

  test("sends nothing to a disabled account", async () => {
    const user = await addAccount();
    await db.updateTable("users").set({ status: "disabled" }).where("id", "=", user.id).execute();
    await requestLink(user.email);
    expect(await mailsTo(user.email)).toEqual([]);
  });
});

describe("AC04 resetting a password", () => {
  async function beginReset(): Promise<{ user: UserRow; token: string }> {
    const user = await addAccount();
    await requestLink(user.email);
    return { user, token: await tokenFor(user) };
  }

  test("sets the password, ends all sessions, confirms the address and mails the owner", async () => {
    const { user, token } = await beginReset();
    await db.updateTable("users").set({ emailVerifiedAt: null }).where("id", "=", user.id).execute();
    // A stranger may have added a second factor before the address was confirmed.
    const app = { userId: user.id, secret: "", lastStep: 0, createdAt: "", confirmedAt: "", lastUsedAt: null };
    await db.insertInto("totpSecrets").values(app).execute();
    await sessionRows.createData({ user });
    expect((await resetLinkState(token)).isUsable).toBe(true);
    await resetPassword({ token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }, caller);
    expect(await isPassword(await passwordOf(user), NEW_PASSWORD)).toBe(true);
    expect(await db.selectFrom("sessions").selectAll().where("userId", "=", user.id).execute()).toEqual([]);
    const storedUser = await db.selectFrom("users").selectAll().where("id", "=", user.id).executeTakeFirstOrThrow();
    expect(storedUser.emailVerifiedAt).not.toBeNull();
    const apps = db.selectFrom("totpSecrets").select("userId").where("userId", "=", user.id);
    expect(await apps.execute()).toEqual([]);
    const notice = (await mailsTo(user.email)).at(-1);
    expect(notice).toMatchObject({ kind: "passwordChanged", link: "https://longevity.example/forgot-password" });
  });

  test("works once, also for ten attempts at once", async () => {
    const { user, token } = await beginReset();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => resetPassword({ token, password: `${NEW_PASSWORD} ${n}` }, caller)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const winner = results.findIndex(({ status }) => status === "fulfilled");
    expect(await isPassword(await passwordOf(user), `${NEW_PASSWORD} ${winner}`)).toBe(true);
    expect((await mailsTo(user.email)).filter(({ kind }) => kind === "passwordChanged")).toHaveLength(1);
    expect((await resetLinkState(token)).isUsable, "the page of a used link shows no form").toBe(false);
    await expect(resetPassword({ token, password: NEW_PASSWORD }, caller)).rejects.toThrow(INVALID_LINK);
  });

  test("works for 60 minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { user, token } = await beginReset();
    vi.setSystemTime(Date.now() + 60 * 60_000 + 1);
    expect((await resetLinkState(token)).isUsable).toBe(false);
    await expect(resetPassword({ token, password: NEW_PASSWORD }, caller)).rejects.toMatchObject({
      problem: "invalid",
      message: INVALID_LINK,
      fieldErrors: { token: INVALID_LINK },
    });
    expect(await passwordOf(user)).toBe(oldHash);
  });

  test("refuses an earlier link, a token for another purpose, a made-up token and a disabled account", async () => {
    const { user, token } = await beginReset();
    await requestLink(user.email);
    const latestToken = await tokenFor(user);
    expect(latestToken).not.toBe(token);
    await db.updateTable("oneTimeTokens").set({ purpose: "verify" }).where("userId", "=", user.id).execute();
    for (const invalidToken of [token, latestToken, "x".repeat(43)]) {
      await expect(resetPassword({ token: invalidToken, password: NEW_PASSWORD }, caller)).rejects.toThrow(
        INVALID_LINK,
      );
    }
    await db.updateTable("oneTimeTokens").set({ purpose: "reset" }).where("userId", "=", user.id).execute();
    await db.updateTable("users").set({ status: "disabled" }).where("id", "=", user.id).execute();
    await expect(resetPassword({ token: latestToken, password: NEW_PASSWORD }, caller)).rejects.toThrow(INVALID_LINK);
  });

  test.each([
    [{ token: undefined }, "token", "Password reset link is missing or invalid."],
    [{ token: "", password: "" }, "token", "Password reset link is missing or invalid."],
    [{ password: "short" }, "password", "Password must be at least 8 characters long."],
    [{ password: undefined }, "password", "Password must be at least 8 characters long."],
    [{ confirmPassword: "different" }, "confirmPassword", "Please make sure both passwords are identical."],
    [{ password: "password123" }, "password", /used password/],
  ])("AC07 AC09 refuses %j at %s, and the link stays valid", async (changes, field, message) => {
    const { token } = await beginReset();
    await expect(resetPassword({ token, password: NEW_PASSWORD, ...changes }, caller)).rejects.toMatchObject({
      problem: "invalid",
      message: expect.stringMatching(message),
      fieldErrors: { [field]: expect.stringMatching(message) },
    });
    expect((await resetLinkState(token)).isUsable).toBe(true);
  });

  test("lets the owner sign in at once after too many wrong attempts", async () => {
    const { user, token } = await beginReset();
    const tryWrongPassword = () => signIn({ email: user.email, password: "wrong", ...answeredQuestion() }, caller);
    for (let n = 0; n < 5; n++) await expect(tryWrongPassword()).rejects.toMatchObject({ problem: "unauthenticated" });
    await expect(tryWrongPassword()).rejects.toMatchObject({ problem: "limited" });
    await resetPassword({ token, password: NEW_PASSWORD }, caller);
    expect((await signIn({ email: user.email, password: NEW_PASSWORD, ...answeredQuestion() }, caller)).id).toBe(
      user.id,
    );
  });
});

describe("changing one's password", () => {
  test("needs the current password, ends all sessions and mails the owner", async () => {
    const user = await addAccount();
    await sessionRows.createData({ user });
    await expect(
      changePassword(user, { currentPassword: "wrong", password: NEW_PASSWORD }, caller, null),
    ).rejects.toMatchObject({
      fieldErrors: { currentPassword: "This is not your present password" },
    });
    await expect(changePassword(user, { password: NEW_PASSWORD }, caller, null)).rejects.toMatchObject({
      fieldErrors: { currentPassword: "Please enter your present password" },
    });
    expect(await passwordOf(user)).toBe(oldHash);
    await changePassword(
      user,
      { currentPassword: OLD_PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
      caller,
      null,
    );
    expect(await isPassword(await passwordOf(user), NEW_PASSWORD)).toBe(true);
    expect(await db.selectFrom("sessions").selectAll().where("userId", "=", user.id).execute()).toEqual([]);
    expect(await mailsTo(user.email)).toMatchObject([{ kind: "passwordChanged" }]);
  });

  test("adds a password to an account that only used Google, soon after its sign-in", async () => {
    const user = await addAccount({ passwordHash: null, googleId: `google-${addressCount}` });
    await expect(changePassword(user, { password: NEW_PASSWORD }, caller, null)).rejects.toMatchObject({
      problem: "stale",
    });
    const session = digest(await sessionRows.createData({ user }));
    await changePassword(user, { password: NEW_PASSWORD }, caller, session);
    expect(await isPassword(await passwordOf(user), NEW_PASSWORD)).toBe(true);
  });

  test("refuses weak passwords", async () => {
    const user = await addAccount();
    await expect(
      changePassword(user, { currentPassword: OLD_PASSWORD, password: "qwertyuiop" }, caller, null),
    ).rejects.toMatchObject({
      fieldErrors: { password: expect.stringContaining("used password") },
    });
  });
});
