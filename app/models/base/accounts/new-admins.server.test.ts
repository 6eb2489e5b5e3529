import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { env } from "~/env.server";
import { mailsTo } from "../../../../test/support/mails";
import { addMember, withSession } from "../../../../test/support/members";
import { asAdmin } from "./admin.server";
import { addUser, changeAccount, inviteUser } from "./admin-users.server";
import { promoteAdminEmail } from "./new-admins.server";
import { giveRole } from "./operator.server";
import { sessionRows } from "./sessions.server";
import { markVerified } from "./verify-email.server";

beforeAll(async () => {
  await migrate(db);
});
beforeEach(async () => {
  env.ADMIN_EMAIL = undefined;
  for (const table of ["users", "mails", "cursors"] as const) await db.deleteFrom(table).execute();
});

const caller = { address: "192.0.2.1", origin: "https://site.example" };
const confirmedFields = { emailVerifiedAt: new Date().toISOString() };
const roleOf = async ({ id }: UserRow) =>
  (await db.selectFrom("users").select("role").where("id", "=", id).executeTakeFirstOrThrow()).role;
const adminMails = async () =>
  (await db.selectFrom("mails").select(["recipient", "body"]).where("kind", "=", "newAdmin").execute()).sort((a, b) =>
    a.recipient < b.recipient ? -1 : 1,
  );

describe("a new admin", () => {
  test("is announced to every admin who can sign in, with the admin who gave the role", async () => {
    const ada = await withSession(
      asAdmin(await addMember({ email: "ada@mail.example", firstName: "Ada", role: "admin" })),
    );
    await addMember({ email: "disabled@mail.example", role: "admin", status: "disabled" });
    await addMember({ email: "edda@mail.example", role: "editor" });
    const bob = await addMember({ email: "bob@mail.example", firstName: "Bob\n\nhttps://evil.example" });
    await changeAccount(ada, bob.id, { role: "admin" });
    expect((await adminMails()).map(({ recipient }) => recipient)).toEqual(["ada@mail.example", "bob@mail.example"]);
    const [{ body = "" } = {}] = await adminMails();
    expect(body).toContain("ada@mail.example made bob@mail.example an admin of Longevity Leaders on ");
    expect(body).not.toContain("evil");
    await changeAccount(ada, bob.id, { role: "admin" });
    await changeAccount(ada, bob.id, { role: "editor" });
    expect(await adminMails(), "no further mail").toHaveLength(2);
  });

  test("is announced after an invitation, after an admin is enabled, and after the operator gives the role", async () => {
    const ada = await withSession(asAdmin(await addMember({ email: "ada@mail.example", role: "admin" })));
    const countMailsToAda = async () => (await adminMails()).filter(({ recipient }) => recipient === ada.email).length;
    const person = { firstName: "Ina", lastName: "Invited", role: "admin" };
    await inviteUser(ada, { ...person, email: "ina@mail.example" }, caller);
    expect(await countMailsToAda()).toBe(1);
    await inviteUser(ada, { ...person, email: "edda@mail.example", role: "editor" }, caller);
    expect(await countMailsToAda()).toBe(1);
    const disabledAdmin = await addMember({ role: "admin", status: "disabled" });
    await changeAccount(ada, disabledAdmin.id, { status: "active" });
    expect(await countMailsToAda()).toBe(2);
    await giveRole((await addMember()).email, "admin");
    expect((await adminMails()).some(({ body }) => body.includes("The operator of the site made"))).toBe(true);
    await addUser({ ...person, email: "olga@mail.example" }, caller.origin);
    expect(await countMailsToAda()).toBe(4);
  });
});

describe("D8 ADMIN_EMAIL", () => {
  test("makes its account an admin at the next start if the address was confirmed, and informs the other admins", async () => {
    const [user, otherAdmin] = [await addMember(), await addMember({ role: "admin" })];
    env.ADMIN_EMAIL = user.email;
    expect(await promoteAdminEmail()).toBe(false);
    await db.updateTable("users").set(confirmedFields).where("id", "=", user.id).execute();
    const session = await sessionRows.createData({ user });
    expect(await promoteAdminEmail()).toBe(true);
    expect(await roleOf(user)).toBe("admin");
    expect(await sessionRows.readData(session), "a session from before").toBeNull();
    expect(await promoteAdminEmail()).toBe(false);
    expect((await mailsTo(otherAdmin.email)).map(({ subject }) => subject)).toEqual([
      "A new admin at Longevity Leaders",
    ]);
    expect((await adminMails())[0]?.body).toContain("The setting ADMIN_EMAIL made");
  });

  test("tells nobody of a new admin if its account is an admin already", async () => {
    const admin = await addMember({ ...confirmedFields, role: "admin" });
    env.ADMIN_EMAIL = admin.email;
    expect(await promoteAdminEmail()).toBe(false);
    expect(await adminMails()).toEqual([]);
  });

  test.each([
    ["came from ADMIN_EMAIL", async () => void (await promoteAdminEmail())],
    [
      "was there before ADMIN_EMAIL",
      async ({ email }: UserRow) => {
        await giveRole(email, "admin");
        await promoteAdminEmail();
      },
    ],
  ])("gives the role once: somebody who lost a role that %s does not get it back", async (_, becomeAdmin) => {
    const ada = await withSession(asAdmin(await addMember({ role: "admin" })));
    const user = await addMember(confirmedFields);
    env.ADMIN_EMAIL = user.email;
    await becomeAdmin(user);
    expect(await roleOf(user)).toBe("admin");
    const auditLog = db.selectFrom("auditLog").select(["action", "userId"]).where("subjectId", "=", user.id);
    expect(await auditLog.execute()).toEqual([{ action: "user made admin", userId: null }]);
    await changeAccount(ada, user.id, { role: "user" });
    expect(await promoteAdminEmail(), "a start").toBe(false);
    await db.transaction().execute((tx) => markVerified(tx, user));
    expect(await roleOf(user), "a link by mail, or Google").toBe("user");
    await db.deleteFrom("users").where("id", "=", user.id).execute();
    const newAccount = await addMember({ ...confirmedFields, email: user.email });
    await db.transaction().execute((tx) => markVerified(tx, newAccount));
    expect(await roleOf(newAccount), "a new account").toBe("user");
    const otherUser = await addMember(confirmedFields);
    env.ADMIN_EMAIL = otherUser.email;
    expect(await promoteAdminEmail(), "another address").toBe(true);
  });
});
