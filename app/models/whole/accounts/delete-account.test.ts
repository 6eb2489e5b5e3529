import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { env } from "~/env.server";
import { asAdmin, asEditor } from "~/models/base/accounts/admin.server";
import { promoteAdminEmail } from "~/models/base/accounts/new-admins.server";
import { auditSignIn } from "~/models/base/audit/audit.server";
import { addMember, withSession } from "../../../../test/support/members";
import { schemaTables } from "../../../../test/support/rows-about-person";
import { deleteAccount, deleteAccountByEmail, deleteUser } from "./delete-account.server";

beforeAll(() => migrate(db));

const caller = { address: "192.0.2.1", origin: "https://site.example" };

test("an account without a password is deleted only by somebody who types its address", async () => {
  const user = await withSession(await addMember({ passwordHash: null }));
  const remove = (input: unknown) => deleteAccount(user, input, caller, user.session);
  for (const input of [{}, { email: "" }, { email: "somebody@mail.example" }])
    await expect(remove(input)).rejects.toMatchObject({ problem: "invalid" });
  const accounts = db.selectFrom("users").select("id").where("id", "=", user.id);
  expect(await accounts.execute()).toHaveLength(1);
  await remove({ email: user.email.toUpperCase() });
  expect(await accounts.execute()).toEqual([]);
});

test.each(["the admin", "the operator"])(
  "no table has the address of an account without a name that %s deleted",
  async (deletedBy) => {
    const user = await addMember({ firstName: "", lastName: "", emailVerifiedAt: new Date().toISOString() });
    env.ADMIN_EMAIL = user.email;
    await promoteAdminEmail();
    env.ADMIN_EMAIL = undefined;
    // The mails to the other admins name the address until they are sent.
    await db.deleteFrom("mails").execute();
    await auditSignIn(db, asEditor({ ...user, role: "admin" }), "signed in");
    const admin = await withSession(asAdmin(await addMember({ role: "admin" })));
    if (deletedBy === "the admin") await deleteUser(admin, { id: user.id });
    else await deleteAccountByEmail(user.email);
    const places: string[] = [];
    for (const { name } of schemaTables()) {
      const rows = await db
        .selectFrom(name as "users")
        .selectAll()
        .execute();
      if (JSON.stringify(rows).includes(user.email)) places.push(name);
    }
    expect(places).toEqual([]);
    const entries = db.selectFrom("auditLog").select(["action", "userId"]).where("subjectId", "=", user.id);
    expect(await entries.orderBy("rowId").execute()).toEqual([
      { action: "user made admin", userId: null },
      { action: "signed in", userId: user.id },
      { action: "user deleted", userId: deletedBy === "the admin" ? admin.id : null },
    ]);
  },
);
