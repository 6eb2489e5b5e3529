import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { auditFilters } from "~/models/base/audit/audit.server";
import { deleteUser } from "~/models/whole/accounts/delete-account.server";
import { newPerson } from "../../../../test/support/accounts";
import { mailsTo, tokenIn } from "../../../../test/support/mails";
import { withSession } from "../../../../test/support/members";
import { asAdmin } from "./admin.server";
import { changeAccount, inviteUser, listUsers, userForAdmin } from "./admin-users.server";
import { giveRole } from "./operator.server";
import { resetPassword } from "./password.server";
import { insertUser } from "./register.server";
import { sessionRows } from "./sessions.server";
import { accountView } from "./users.server";

beforeAll(async () => {
  await migrate(db);
});
beforeEach(async () => {
  await db.deleteFrom("users").execute();
});

function addPerson(role: "user" | "admin" = "user"): Promise<UserRow> {
  const { email, firstName, lastName } = newPerson();
  return insertUser(db, { email, firstName, lastName, role });
}

async function readUser({ id }: UserRow): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

async function actionsAbout({ id }: UserRow): Promise<string[]> {
  const entries = db.selectFrom("auditLog").select("action").where("subjectId", "=", id).orderBy("rowId");
  return (await entries.execute()).map(({ action }) => action);
}

test("D15 the view of an account has six fields", async () => {
  const user = await addPerson();
  expect(accountView(user)).toEqual({
    id: user.id,
    email: user.email,
    firstName: "Ada",
    lastName: "Reader",
    role: "user",
    isAuthenticated: true,
  });
});

test("PL04 AC10 asAdmin accepts only admins", async () => {
  expect(asAdmin(await addPerson("admin")).role).toBe("admin");
  for (const [user, problem] of [
    [null, "unauthenticated"],
    [await addPerson(), "forbidden"],
  ] as const) {
    expect(() => asAdmin(user)).toThrow(expect.objectContaining({ problem }));
  }
});

describe("D8 the last admin", () => {
  test("cannot be demoted, disabled or deleted, even if there is a disabled admin", async () => {
    const [admin, otherAdmin] = [await withSession(asAdmin(await addPerson("admin"))), await addPerson("admin")];
    await changeAccount(admin, otherAdmin.id, { status: "disabled" });
    const { id } = admin;
    for (const change of [
      () => changeAccount(admin, id, { role: "user" }),
      () => changeAccount(admin, id, { status: "disabled" }),
      () => deleteUser(admin, { id }),
    ]) {
      await expect(change()).rejects.toMatchObject({ problem: "conflict" });
    }
    expect(await readUser(admin)).toMatchObject({ role: "admin", status: "active" });
  });

  test("of two admins who demote each other at the same time, one stays", async () => {
    const [a, b] = [
      await withSession(asAdmin(await addPerson("admin"))),
      await withSession(asAdmin(await addPerson("admin"))),
    ];
    const results = await Promise.allSettled([
      changeAccount(a, b.id, { role: "user" }),
      changeAccount(b, a.id, { role: "user" }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("an admin", () => {
  test("changes roles and status, which ends sessions; repeating a value changes nothing", async () => {
    const [admin, user] = [await withSession(asAdmin(await addPerson("admin"))), await addPerson()];
    const sessions = () => db.selectFrom("sessions").select("userId").where("userId", "=", user.id).execute();
    await sessionRows.createData({ user });
    await changeAccount(admin, user.id, { status: "active" });
    expect(await sessions()).toHaveLength(1);
    expect(await changeAccount(admin, user.id, { status: "disabled" })).toMatchObject({ status: "disabled" });
    expect(await sessions()).toEqual([]);
    expect(await changeAccount(admin, user.id, { role: "admin" })).toMatchObject({ role: "admin" });
    expect(await readUser(user)).toMatchObject({ role: "admin", status: "disabled" });
    await deleteUser(admin, { id: user.id });
    expect(await readUser(user)).toBeUndefined();
  });

  test("changes the role and the status of the own account at once, and both are in the audit log", async () => {
    const admin = await withSession(asAdmin(await addPerson("admin")));
    await addPerson("admin");
    const change = { role: "user", status: "disabled" };
    expect(await changeAccount(admin, admin.id, change)).toMatchObject(change);
    expect(await actionsAbout(admin)).toEqual(["admin made user", "user disabled"]);
  });

  test("EM18 invites by mail: the link chooses the password once and confirms the address", async () => {
    const admin = await withSession(asAdmin(await addPerson("admin")));
    const caller = { address: "192.0.2.1", origin: "https://site.example" };
    const { email, firstName, lastName, password } = newPerson();
    const input = { email, firstName, lastName, role: "admin" };
    const invitedUser = await inviteUser(admin, input, caller);
    expect(invitedUser).toMatchObject({ email, role: "admin", signInMethod: "none", emailVerified: false });
    const mail = (await mailsTo(email)).find(({ kind }) => kind === "invitation");
    expect(mail?.link).toMatch(/^https:\/\/site\.example\/reset-password\?token=/);
    const token = tokenIn(mail?.link);
    await resetPassword({ token, password }, caller);
    expect(await userForAdmin(admin, invitedUser.id)).toMatchObject({ signInMethod: "password", emailVerified: true });
    await expect(resetPassword({ token, password }, caller)).rejects.toMatchObject({ problem: "invalid" });
    await expect(inviteUser(admin, input, caller)).rejects.toMatchObject({ problem: "conflict" });
    await expect(inviteUser(admin, { ...input, email: "x" }, caller)).rejects.toMatchObject({
      problem: "invalid",
      fieldErrors: { email: expect.any(String) },
    });
  });

  test("gets an error for impossible changes", async () => {
    const admin = await withSession(asAdmin(await addPerson("admin")));
    await expect(changeAccount(admin, "nobody", { role: "user" })).rejects.toMatchObject({ problem: "missing" });
    await expect(changeAccount(admin, admin.id, { role: "king" })).rejects.toMatchObject({ problem: "invalid" });
    await expect(changeAccount(admin, admin.id, { status: "gone" })).rejects.toMatchObject({ problem: "invalid" });
    await expect(deleteUser(admin, {})).rejects.toMatchObject({ problem: "invalid" });
  });
});

test("EM18 a search finds accounts by the letters that were typed, in any case, and treats no character as a wildcard", async () => {
  const admin = asAdmin(await addPerson("admin"));
  for (const firstName of ["a_b", "axb", "100%", "100 per cent", "A\\B"])
    await insertUser(db, { email: newPerson().email, firstName, lastName: "Found", role: "user" });
  const firstNamesFor = async (search: string) => {
    const { users } = await listUsers(admin, { page: 1, limit: 20, search: `${search} found` });
    return users.map(({ firstName }) => firstName);
  };
  for (const [search, firstNames] of [
    ["A_B", ["a_b"]],
    ["_", ["a_b"]],
    ["0%", ["100%"]],
    ["%", ["100%"]],
    ["a\\b", ["A\\B"]],
  ] as const)
    expect([search, await firstNamesFor(search)]).toEqual([search, firstNames]);
});

test("the audit log offers each person once, by the name of their latest action", async () => {
  const admin = await withSession(asAdmin(await addPerson("admin")));
  const otherUser = await addPerson();
  for (const [firstName, status] of [
    ["Former", "disabled"],
    ["Present", "active"],
  ])
    await changeAccount({ ...admin, firstName: firstName as string }, otherUser.id, { status });
  const { people } = await auditFilters(admin);
  expect(people.filter(({ id }) => id === admin.id)).toEqual([{ id: admin.id, name: `Present ${admin.lastName}` }]);
});

test("the audit log offers people in the order of their names, whatever their letters", async () => {
  const names = ["Élodie", "Adam", "Zoe", "eve", "Bo", "Ida"];
  const otherUser = await addPerson();
  for (const [index, firstName] of names.entries()) {
    const admin = await withSession(asAdmin(await addPerson("admin")));
    await changeAccount({ ...admin, firstName }, otherUser.id, { status: index % 2 ? "active" : "disabled" });
  }
  const { people } = await auditFilters(asAdmin(await addPerson("admin")));
  const offeredNames = people.map(({ name }) => name.split(" ")[0] ?? "").filter((name) => names.includes(name));
  expect(offeredNames).toEqual(["Adam", "Bo", "Élodie", "eve", "Ida", "Zoe"]);
});

test("D8 the command line makes an admin of an account, also of a disabled one, and reports an unknown address", async () => {
  const user = await addPerson();
  await db.updateTable("users").set({ status: "disabled" }).where("id", "=", user.id).execute();
  expect(await giveRole(` ${user.email.toUpperCase()} `, "admin")).toEqual({ changed: true, enabled: true });
  expect(await readUser(user)).toMatchObject({ role: "admin", status: "active" });
  expect(await actionsAbout(user)).toEqual(["user made admin", "user enabled"]);
  expect(await giveRole(user.email, "admin")).toEqual({ changed: false, enabled: false });
  await expect(giveRole("nobody@mail.example", "admin")).rejects.toThrow(
    "There is no account with the address nobody@mail.example",
  );
});
