import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { addMember, withSession } from "../../../../test/support/members";
import { deleteAccount } from "./delete-account.server";

beforeAll(() => migrate(db));

const caller = { address: "192.0.2.1", origin: "https://site.example" };

test("an account without a password is deleted only by who types its address", async () => {
  const user = await withSession(await addMember({ passwordHash: null }));
  const remove = (input: unknown) => deleteAccount(user, input, caller, user.session);
  for (const input of [{}, { email: "" }, { email: "somebody@mail.example" }])
    await expect(remove(input)).rejects.toMatchObject({ problem: "invalid" });
  const accounts = db.selectFrom("users").select("id").where("id", "=", user.id);
  expect(await accounts.execute()).toHaveLength(1);
  await remove({ email: user.email.toUpperCase() });
  expect(await accounts.execute()).toEqual([]);
});
