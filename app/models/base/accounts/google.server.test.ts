import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { env } from "~/env.server";
import { addMember } from "../../../../test/support/members";
import { findOrCreateGoogleUser } from "./google.server";
import { sessionRows } from "./sessions.server";

beforeAll(async () => {
  await migrate(db);
});
beforeEach(() => {
  env.ADMIN_EMAIL = undefined;
});

let count = 0;

/** Describes another person of Google at each call. */
function googlePerson(changes: Partial<Parameters<typeof findOrCreateGoogleUser>[0]> = {}) {
  count++;
  const address = { email: `greta-${count}@mail.example`, isVerified: true };
  return { googleId: `google-${count}`, firstName: "Greta", lastName: "Google", ...address, ...changes };
}

const CONFIRMED = { emailVerifiedAt: "2026-01-01T00:00:00.000Z", passwordHash: "$argon2id$kept" };

async function readUser({ id }: UserRow): Promise<UserRow> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function countUsers(): Promise<number> {
  return (await db.selectFrom("users").select("id").execute()).length;
}

describe("D9 a sign-in with Google by somebody without an account", () => {
  test("creates an account without a password and with a confirmed address, and opens the same one the next time", async () => {
    const greta = googlePerson();
    const user = await findOrCreateGoogleUser(greta);
    expect(await readUser(user)).toMatchObject({
      email: greta.email,
      firstName: "Greta",
      lastName: "Google",
      googleId: greta.googleId,
      emailVerifiedAt: expect.any(String),
      passwordHash: null,
      role: "user",
      status: "active",
    });
    const renamedPerson = { ...greta, email: "moved@mail.example", firstName: "Margarete", isVerified: false };
    expect((await findOrCreateGoogleUser(renamedPerson)).id).toBe(user.id);
    expect(await readUser(user)).toMatchObject({ email: greta.email, firstName: "Greta" });
  });

  test("creates no account if Google has not verified the address", async () => {
    const earlierCount = await countUsers();
    await expect(findOrCreateGoogleUser(googlePerson({ isVerified: false }))).rejects.toMatchObject({
      problem: "unverified",
    });
    expect(await countUsers()).toBe(earlierCount);
  });

  test("creates one account for three sign-ins at the same time", async () => {
    const greta = googlePerson();
    const users = await Promise.all([
      findOrCreateGoogleUser(greta),
      findOrCreateGoogleUser(greta),
      findOrCreateGoogleUser(greta),
    ]);
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
  });
});

describe("D9 an account with the same address", () => {
  test("is linked if Google has verified the address, and keeps its password and name", async () => {
    const existingUser = await addMember({ ...CONFIRMED, firstName: "Rosa" });
    const user = await findOrCreateGoogleUser(googlePerson({ email: existingUser.email, googleId: "rosas" }));
    expect(user.id).toBe(existingUser.id);
    expect(await readUser(existingUser)).toMatchObject({ ...CONFIRMED, googleId: "rosas", firstName: "Rosa" });
  });

  test("is not linked if Google has not verified the address", async () => {
    const existingUser = await addMember(CONFIRMED);
    const greta = googlePerson({ email: existingUser.email, isVerified: false });
    await expect(findOrCreateGoogleUser(greta)).rejects.toMatchObject({ problem: "unverified" });
    expect(await readUser(existingUser)).toEqual(existingUser);
  });

  test("loses its password and sessions if its address was never confirmed", async () => {
    const existingUser = await addMember({ passwordHash: "$argon2id$planted" });
    const session = await sessionRows.createData({ user: existingUser });
    await findOrCreateGoogleUser(googlePerson({ email: existingUser.email }));
    expect(await readUser(existingUser)).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.any(String) });
    expect(await sessionRows.readData(session)).toBeNull();
  });

  test("keeps its sessions if its address was confirmed before", async () => {
    const existingUser = await addMember(CONFIRMED);
    const session = await sessionRows.createData({ user: existingUser });
    await findOrCreateGoogleUser(googlePerson({ email: existingUser.email }));
    expect(await sessionRows.readData(session)).not.toBeNull();
  });

  test("stays linked to the first Google account", async () => {
    const existingUser = await addMember({ ...CONFIRMED, googleId: "the-first" });
    await expect(findOrCreateGoogleUser(googlePerson({ email: existingUser.email }))).rejects.toMatchObject({
      problem: "taken",
    });
    expect(await readUser(existingUser)).toEqual(existingUser);
  });

  test("refuses the sign-in while it is disabled, and stays unchanged", async () => {
    const unlinkedUser = await addMember({ status: "disabled", passwordHash: "$argon2id$kept" });
    await expect(findOrCreateGoogleUser(googlePerson({ email: unlinkedUser.email }))).rejects.toMatchObject({
      problem: "disabled",
    });
    expect(await readUser(unlinkedUser)).toEqual(unlinkedUser);
    const linkedUser = await addMember({ status: "disabled", googleId: "disabled-one" });
    await expect(findOrCreateGoogleUser(googlePerson({ googleId: "disabled-one" }))).rejects.toMatchObject({
      problem: "disabled",
    });
    expect(await readUser(linkedUser)).toEqual(linkedUser);
  });
});

describe("D9 the admin role", () => {
  test("does not change through Google: users stay users, and admins stay admins", async () => {
    const [user, admin] = [await addMember(CONFIRMED), await addMember({ ...CONFIRMED, role: "admin" })];
    expect((await findOrCreateGoogleUser(googlePerson({ email: user.email }))).role).toBe("user");
    expect((await findOrCreateGoogleUser(googlePerson({ email: admin.email }))).role).toBe("admin");
  });

  test("is given to the address in ADMIN_EMAIL once Google has verified it", async () => {
    env.ADMIN_EMAIL = "operator@mail.example";
    const operator = googlePerson({ email: env.ADMIN_EMAIL, isVerified: false });
    await expect(findOrCreateGoogleUser(operator)).rejects.toMatchObject({ problem: "unverified" });
    expect((await findOrCreateGoogleUser({ ...operator, isVerified: true })).role).toBe("admin");
  });
});
