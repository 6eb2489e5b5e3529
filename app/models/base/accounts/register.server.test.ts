import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { env } from "~/env.server";
import { countWithinLimit } from "~/models/base/rate-limits/rate-limits.server";
import { deleteAccount } from "~/models/whole/accounts/delete-account.server";
import { downloadMyData } from "~/models/whole/transfer/my-data.server";
import { digest } from "~/services/secrets.server";
import { newPerson, PASSWORD, solveQuestion } from "../../../../test/support/accounts";
import { mailsTo, tokenIn } from "../../../../test/support/mails";
import { changeName, insertUser, register } from "./register.server";
import { newQuestion } from "./security-question.server";
import { sessionRows } from "./sessions.server";
import { sendVerification, verifyEmail } from "./verify-email.server";

const FILL_ALL = "Please fill in all required fields";
let addressCount = 0;
let caller = { address: "192.0.2.1", origin: "https://longevity.example" };

beforeAll(async () => {
  await migrate(db);
});
beforeEach(() => {
  caller = { address: `10.0.${addressCount >> 8}.${addressCount++ & 255}`, origin: "https://longevity.example" };
  env.ADMIN_EMAIL = undefined;
});

function answeredQuestion() {
  const { question, expected } = newQuestion();
  return { captchaAnswer: solveQuestion(question), captchaExpected: expected };
}

function newAccount(changes: Parameters<typeof newPerson>[0] = {}, sender = caller): Promise<UserRow> {
  return register({ ...newPerson(changes), ...answeredQuestion() }, sender);
}

describe("AC06 registering", () => {
  test("creates an ordinary account with an unconfirmed address, and queues the mail that confirms it", async () => {
    const user = await newAccount({ email: "  New.Reader@Mail.Example " });
    const storedUser = await db.selectFrom("users").selectAll().where("id", "=", user.id).executeTakeFirstOrThrow();
    expect(storedUser).toEqual(user);
    expect(storedUser).toMatchObject({
      email: "new.reader@mail.example",
      emailVerifiedAt: null,
      firstName: "Ada",
      lastName: "Reader",
      role: "user",
      status: "active",
      passwordHash: expect.stringMatching(/^\$argon2id\$/),
    });
    const [mail, ...otherMails] = await mailsTo("new.reader@mail.example");
    expect(otherMails).toEqual([]);
    expect(mail?.link).toMatch(/^https:\/\/longevity\.example\/verify-email\?token=[\w-]{43}$/);
  });

  test("ignores fields that the form does not have", async () => {
    const hostileFields = { role: "admin", id: "mine", status: "disabled", emailVerifiedAt: "2020", googleId: "g" };
    const user = await register({ ...newPerson(), ...hostileFields, ...answeredQuestion() }, caller);
    expect(user).toMatchObject({ role: "user", status: "active", emailVerifiedAt: null, googleId: null });
    expect(user.id).not.toBe("mine");
  });

  test.each(["email", "password", "firstName", "lastName"])("asks for all fields if %s is missing", async (field) => {
    for (const value of [undefined, "", null, 7, {}]) {
      await expect(register({ ...newPerson(), [field]: value, ...answeredQuestion() }, caller)).rejects.toMatchObject({
        problem: "invalid",
        message: FILL_ALL,
        fieldErrors: { [field]: FILL_ALL },
      });
    }
  });

  test("reports missing fields before any other error", async () => {
    const input = { ...newPerson({ email: "no address", password: "short" }), lastName: "  ", ...answeredQuestion() };
    await expect(register(input, caller)).rejects.toMatchObject({
      message: FILL_ALL,
      fieldErrors: {
        email: "Please enter a valid email address",
        password: "Password must be at least 8 characters long",
        lastName: FILL_ALL,
      },
    });
  });

  test.each([
    ["a short password", "password", { password: "1234567" }, "Password must be at least 8 characters long"],
    ["seven characters", "password", { password: "🦉🦉🦉🦉🌵🌵🌵" }, "Password must be at least 8 characters long"],
    ["a well-known password", "password", { password: "password" }, /used password/],
    ["1,001 bytes", "password", { password: "x".repeat(1_001) }, /too long/],
    [
      "the person's own address",
      "password",
      { email: "night.owl@mail.example", password: "nightowl77" },
      /strangers try first/,
    ],
    ["two passwords", "confirmPassword", { confirmPassword: "something else" }, "Passwords do not match"],
    ["an invalid address", "email", { email: "nobody" }, "Please enter a valid email address"],
    ["control characters", "firstName", { firstName: "A\u0000da" }, /cannot be displayed/],
    ["a name that is too long", "lastName", { lastName: "x".repeat(101) }, /100 characters/],
  ])("AC06 AC09 refuses %s at %s", async (_, field, changes, message) => {
    await expect(register({ ...newPerson(), ...changes, ...answeredQuestion() }, caller)).rejects.toMatchObject({
      problem: "invalid",
      message: expect.stringMatching(message),
      fieldErrors: { [field]: expect.stringMatching(message) },
    });
  });

  test("accepts the repeated password", async () => {
    await register({ ...newPerson(), confirmPassword: PASSWORD, ...answeredQuestion() }, caller);
  });

  test("AC05 asks for the security question at every attempt", async () => {
    await expect(register(newPerson(), caller)).rejects.toThrow("Please wait for CAPTCHA to load");
    const answer = answeredQuestion();
    await register({ ...newPerson(), ...answer }, caller);
    await expect(register({ ...newPerson(), ...answer }, caller)).rejects.toMatchObject({
      fieldErrors: { captchaAnswer: expect.stringContaining("expired") },
    });
  });

  test("D9 reports that an address has an account, in whatever case it is typed, and changes nothing", async () => {
    const person = newPerson();
    await newAccount(person);
    await expect(newAccount({ email: person.email.toUpperCase() })).rejects.toMatchObject({
      problem: "conflict",
      message: "An account with this email already exists",
      fieldErrors: { email: "An account with this email already exists" },
    });
    expect(await mailsTo(person.email)).toHaveLength(1);
  });

  test("D9 reports an existing account at most ten times an hour, and never without an answered question", async () => {
    const person = newPerson();
    await newAccount(person);
    await expect(register({ ...person, captchaAnswer: "0", captchaExpected: "x" }, caller)).rejects.toThrow(/expired/);
    const results = [];
    for (let n = 0; n < 11; n++) results.push(await newAccount(person).catch(({ problem }) => problem));
    expect(results).toEqual([...Array(9).fill("conflict"), "limited", "limited"]);
  });

  test("creates one account for ten attempts at once", async () => {
    const person = newPerson();
    const attempts = Array.from({ length: 10 }, (_, n) =>
      register({ ...person, ...answeredQuestion() }, { ...caller, address: `172.16.0.${n}` }),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await mailsTo(person.email)).toHaveLength(1);
  });
});

describe("confirming an address", () => {
  test("works once, for the account's owner", async () => {
    const user = await newAccount();
    const token = tokenIn((await mailsTo(user.email))[0]?.link);
    expect((await verifyEmail(user, { token })).emailVerifiedAt).toEqual(expect.any(String));
    await expect(verifyEmail(user, { token })).rejects.toMatchObject({ problem: "invalid" });
    await expect(sendVerification({ ...user, emailVerifiedAt: "now" }, caller)).rejects.toThrow("confirmed already");
  });

  test("is refused to somebody else with the link, and the link stays valid", async () => {
    const [user, otherUser] = [await newAccount(), await newAccount()];
    const token = tokenIn((await mailsTo(user.email))[0]?.link);
    await expect(verifyEmail(otherUser, { token })).rejects.toMatchObject({ problem: "forbidden" });
    await verifyEmail(user, { token });
  });

  test.each([undefined, "", "x", 7])("needs a token that was issued, not %j", async (token) => {
    await expect(verifyEmail(await newAccount(), { token })).rejects.toMatchObject({ problem: "invalid" });
  });

  test("a new link replaces the former link, and at most five links are sent in an hour", async () => {
    const user = await newAccount();
    const formerToken = tokenIn((await mailsTo(user.email))[0]?.link);
    await sendVerification(user, caller);
    await expect(verifyEmail(user, { token: formerToken })).rejects.toMatchObject({ problem: "invalid" });
    for (let n = 0; n < 4; n++) await sendVerification(user, caller);
    await expect(sendVerification(user, caller)).rejects.toMatchObject({ problem: "limited" });
  });

  test("at most ten mails a day confirm an address, also of an account that is made again", async () => {
    const email = "often@mail.example";
    while (await countWithinLimit("newAccountMail", email));
    const user = await newAccount({ email });
    expect(await mailsTo(email)).toEqual([]);
    await expect(sendVerification(user, caller)).rejects.toMatchObject({ problem: "limited" });
  });

  test("somebody who registers an address again uses up none of its owner's mails", async () => {
    const user = await newAccount();
    for (let n = 0; n < 10; n++)
      await expect(newAccount({ email: user.email }, { ...caller, address: `198.51.100.${n}` })).rejects.toMatchObject({
        problem: "conflict",
      });
    await sendVerification(user, caller);
  });

  test("D8 makes the account of ADMIN_EMAIL an admin, and no other account", async () => {
    const [user, otherUser] = [await newAccount(), await newAccount()];
    env.ADMIN_EMAIL = user.email;
    for (const account of [user, otherUser]) {
      const confirmedUser = await verifyEmail(account, { token: tokenIn((await mailsTo(account.email))[0]?.link) });
      expect(confirmedUser.role).toBe(account === user ? "admin" : "user");
    }
  });

  test("D8 ADMIN_EMAIL has no effect before the address is confirmed", async () => {
    const person = newPerson();
    env.ADMIN_EMAIL = person.email;
    expect((await newAccount(person)).role).toBe("user");
  });
});

test("a name can be changed, but not removed", async () => {
  const user = await newAccount();
  expect(await changeName(user, { firstName: " Grace ", lastName: "Hopper", role: "admin" })).toMatchObject({
    firstName: "Grace",
    lastName: "Hopper",
    role: "user",
  });
  await expect(changeName(user, { firstName: "Grace" })).rejects.toThrow(FILL_ALL);
});

describe("deleting one's account", () => {
  test("deletes its own data, and leaves its submissions without a name", async () => {
    const user = await newAccount();
    await sessionRows.createData({ user });
    await addDraft(user);
    const submission = await addSubmission(user);
    await deleteAccount(user, { password: PASSWORD }, caller, null);
    for (const table of ["sessions", "oneTimeTokens", "drafts"] as const) {
      expect(await db.selectFrom(table).select("userId").where("userId", "=", user.id).execute(), table).toEqual([]);
    }
    expect(await db.selectFrom("users").select("id").where("id", "=", user.id).execute()).toEqual([]);
    expect(await mailsTo(user.email)).toEqual([]);
    expect(await db.selectFrom("submissions").selectAll().where("id", "=", submission).execute()).toMatchObject([
      { name: "Somebody", userId: null, submitterName: "", submitterEmail: "" },
    ]);
  });

  test("asks for the password, and limits wrong attempts", async () => {
    const user = await newAccount();
    const attempt = (password?: string) => deleteAccount(user, { password }, caller, null);
    await expect(attempt()).rejects.toMatchObject({ fieldErrors: { password: "Please enter your present password" } });
    for (let n = 0; n < 5; n++) {
      await expect(attempt("wrong password")).rejects.toMatchObject({
        fieldErrors: { password: "This is not your present password" },
      });
    }
    await expect(attempt(PASSWORD)).rejects.toMatchObject({ problem: "limited" });
  });

  test("asks users without a password to type their address, and for a recent sign-in", async () => {
    const user = await insertUser(db, { email: "google@mail.example", firstName: "G", lastName: "", role: "user" });
    const session = digest(await sessionRows.createData({ user }));
    await expect(deleteAccount(user, { email: "else@mail.example" }, caller, session)).rejects.toMatchObject({
      fieldErrors: { email: expect.any(String) },
    });
    await db
      .updateTable("sessions")
      .set({ createdAt: "2020-01-01" } as never)
      .execute();
    const correctInput = { email: "GOOGLE@mail.example " };
    await expect(deleteAccount(user, correctInput, caller, session)).rejects.toMatchObject({ problem: "stale" });
    await deleteAccount(user, correctInput, caller, digest(await sessionRows.createData({ user })));
  });

  test("D8 is refused for the only admin", async () => {
    const admin = await newAccount();
    await db.updateTable("users").set({ role: "user" }).execute();
    await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.id).execute();
    // The request's user still has the role from before the promotion.
    await expect(deleteAccount(admin, { password: PASSWORD }, caller, null)).rejects.toMatchObject({
      problem: "conflict",
    });
    expect(await db.selectFrom("users").select("role").where("id", "=", admin.id).execute()).toEqual([
      { role: "admin" },
    ]);
  });
});

test("keeps the hundred most recently used sessions of a user, and does not count those of others", async () => {
  const [user, otherUser] = [await newAccount(), await newAccount()];
  const ids = [await sessionRows.createData({ user: otherUser })];
  ids.push(await sessionRows.createData({ user }));
  const lastSeenAt = new Date(Date.now() - 60_000).toISOString();
  await db.updateTable("sessions").set({ lastSeenAt }).execute();
  while (ids.length <= 101) ids.push(await sessionRows.createData({ user }));
  const exists = async (id = "") => (await sessionRows.readData(id)) !== null;
  expect(await Promise.all([ids[0], ids[1], ids[2], ids[101]].map(exists))).toEqual([true, false, true, true]);
});

test("the download of the user's data contains what is stored, and no secrets", async () => {
  const [user, otherUser] = [await newAccount(), await newAccount()];
  const id = await sessionRows.createData({ user, address: "192.0.2.7", userAgent: "Firefox" });
  await sessionRows.createData({ user: otherUser });
  const submissions = [await addSubmission(user), await addSubmission(user), await addSubmission(user)];
  await addSubmission(otherUser);
  await addDraft(user);
  let text = "";
  for await (const chunk of downloadMyData(user)) text += chunk;
  const data = JSON.parse(text);
  expect(data).toMatchObject({
    account: { email: user.email, firstName: "Ada", hasPassword: true, hasGoogle: false },
    sessions: [{ address: "192.0.2.7", userAgent: "Firefox" }],
    submissions: submissions.map((id) => ({ id, record: { name: "Somebody" } })),
    drafts: [{ fields: { name: "Half" } }],
    mails: [{ kind: "confirmAddress" }],
  });
  const [session] = await db.selectFrom("sessions").select("idHash").where("userId", "=", user.id).execute();
  const token = tokenIn((await mailsTo(user.email))[0]?.link);
  for (const secret of [user.passwordHash, id, session?.idHash, token]) expect(text).not.toContain(secret);
});

async function addSubmission(user: UserRow): Promise<string> {
  const id = `submission-${addressCount++}`;
  const now = new Date().toISOString();
  await db
    .insertInto("submissions")
    .values({
      id,
      status: "pending",
      name: "Somebody",
      foldedName: "somebody",
      title: "Scientist",
      record: JSON.stringify({ name: "Somebody" }),
      userId: user.id,
      submitterName: "Ada Reader",
      submitterEmail: user.email,
      submitterReason: "",
      submittedAt: now,
      updatedAt: now,
      reviewNotes: "",
    })
    .execute();
  return id;
}

async function addDraft({ id: userId }: UserRow): Promise<void> {
  const draft = {
    id: `draft-${addressCount++}`,
    browser: "",
    userId,
    fields: '{"name":"Half"}',
    updatedAt: "2026-01-01",
  };
  await db.insertInto("drafts").values(draft).execute();
}
