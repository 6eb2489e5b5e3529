import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { env } from "~/env.server";
import { addMember } from "../../../../test/support/members";
import { userOfGoogle } from "./google.server";
import { sessionRows } from "./sessions.server";

beforeAll(async () => {
  await migrate(db);
});
beforeEach(() => {
  env.ADMIN_EMAIL = undefined;
});

let count = 0;

/** Somebody as Google describes them; each call is somebody else. */
function person(changes: Partial<Parameters<typeof userOfGoogle>[0]> = {}) {
  count++;
  const address = { email: `greta-${count}@mail.example`, isVerified: true };
  return { googleId: `google-${count}`, firstName: "Greta", lastName: "Google", ...address, ...changes };
}

const CONFIRMED = { emailVerifiedAt: "2026-01-01T00:00:00.000Z", passwordHash: "$argon2id$kept" };

async function stored({ id }: UserRow): Promise<UserRow> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function counted(): Promise<number> {
  return (await db.selectFrom("users").select("id").execute()).length;
}

describe("D9 whom Google does not know here yet", () => {
  test("gets an account without a password, whose address is confirmed, and the same one the next time", async () => {
    const greta = person();
    const user = await userOfGoogle(greta);
    expect(await stored(user)).toMatchObject({
      email: greta.email,
      firstName: "Greta",
      lastName: "Google",
      googleId: greta.googleId,
      emailVerifiedAt: expect.any(String),
      passwordHash: null,
      role: "user",
      status: "active",
    });
    const renamed = { ...greta, email: "moved@mail.example", firstName: "Margarete", isVerified: false };
    expect((await userOfGoogle(renamed)).id).toBe(user.id);
    expect(await stored(user)).toMatchObject({ email: greta.email, firstName: "Greta" });
  });

  test("gets none when Google does not vouch for the address", async () => {
    const before = await counted();
    await expect(userOfGoogle(person({ isVerified: false }))).rejects.toMatchObject({ problem: "unverified" });
    expect(await counted()).toBe(before);
  });

  test("at the same moment twice gets one account", async () => {
    const greta = person();
    const users = await Promise.all([userOfGoogle(greta), userOfGoogle(greta), userOfGoogle(greta)]);
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
  });
});

describe("D9 an account with the same address", () => {
  test("is linked when Google vouches for it, and keeps its password and its name", async () => {
    const existingUser = await addMember({ ...CONFIRMED, firstName: "Rosa" });
    const user = await userOfGoogle(person({ email: existingUser.email, googleId: "rosas" }));
    expect(user.id).toBe(existingUser.id);
    expect(await stored(existingUser)).toMatchObject({ ...CONFIRMED, googleId: "rosas", firstName: "Rosa" });
  });

  test("is not linked when Google does not", async () => {
    const existingUser = await addMember(CONFIRMED);
    const greta = person({ email: existingUser.email, isVerified: false });
    await expect(userOfGoogle(greta)).rejects.toMatchObject({ problem: "unverified" });
    expect(await stored(existingUser)).toEqual(existingUser);
  });

  test("loses the password and sessions of an account whose address was never confirmed", async () => {
    const existingUser = await addMember({ passwordHash: "$argon2id$planted" });
    const session = await sessionRows.createData({ user: existingUser });
    await userOfGoogle(person({ email: existingUser.email }));
    expect(await stored(existingUser)).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.any(String) });
    expect(await sessionRows.readData(session)).toBeNull();
  });

  test("keeps its sessions when the address was confirmed before", async () => {
    const existingUser = await addMember(CONFIRMED);
    const session = await sessionRows.createData({ user: existingUser });
    await userOfGoogle(person({ email: existingUser.email }));
    expect(await sessionRows.readData(session)).not.toBeNull();
  });

  test("stays with the Google account it was linked with first", async () => {
    const existingUser = await addMember({ ...CONFIRMED, googleId: "the-first" });
    await expect(userOfGoogle(person({ email: existingUser.email }))).rejects.toMatchObject({ problem: "taken" });
    expect(await stored(existingUser)).toEqual(existingUser);
  });

  test("lets nobody in while it is disabled, and changes nothing about it", async () => {
    const unlinked = await addMember({ status: "disabled", passwordHash: "$argon2id$kept" });
    await expect(userOfGoogle(person({ email: unlinked.email }))).rejects.toMatchObject({ problem: "disabled" });
    expect(await stored(unlinked)).toEqual(unlinked);
    const linked = await addMember({ status: "disabled", googleId: "disabled-one" });
    await expect(userOfGoogle(person({ googleId: "disabled-one" }))).rejects.toMatchObject({ problem: "disabled" });
    expect(await stored(linked)).toEqual(linked);
  });
});

describe("D9 the admin role", () => {
  test("is never Google's to give: an ordinary user stays one, an admin stays one", async () => {
    const [user, admin] = [await addMember(CONFIRMED), await addMember({ ...CONFIRMED, role: "admin" })];
    expect((await userOfGoogle(person({ email: user.email }))).role).toBe("user");
    expect((await userOfGoogle(person({ email: admin.email }))).role).toBe("admin");
  });

  test("comes with the address that the operator named, once Google vouches for it", async () => {
    env.ADMIN_EMAIL = "operator@mail.example";
    const operator = person({ email: env.ADMIN_EMAIL, isVerified: false });
    await expect(userOfGoogle(operator)).rejects.toMatchObject({ problem: "unverified" });
    expect((await userOfGoogle({ ...operator, isVerified: true })).role).toBe("admin");
  });
});
