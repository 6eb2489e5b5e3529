import { z } from "zod";
import type { Queryable } from "~/db.server";
import { ROLES } from "~/models/base/accounts/roles";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import type { Step } from "~/models/editing/imports/import-rows.server";
import type { Range } from "../batches.server";
import { type Kind, oneByOne, same } from "../kind.server";

const time = z.iso.datetime();
const short = z.string().max(500);
const User = z.object({
  email: z.email().max(254).toLowerCase(),
  emailVerifiedAt: time.nullable(),
  firstName: short,
  lastName: short,
  role: z.enum(ROLES).default("user"),
  status: z.enum(["active", "disabled"]),
  createdAt: time,
});
interface UserStep extends Step {
  kind: "users";
  value: z.output<typeof User>;
}

/** Known by their addresses; what is here of them stays. */
export const users: Kind = {
  tables: ["users"],
  records: { table: "users", key: "id", texts: [], read },
  comparer:
    ({ from }) =>
    async (input) => {
      const value = parse(User, input);
      const known = await from.selectFrom("users").select("id").where("email", "=", value.email).executeTakeFirst();
      if (known) return same(value.email);
      const step: UserStep = { kind: "users", value };
      return { outcome: "new", name: value.email, detail: "", step };
    },
  write: oneByOne<UserStep>((tx, { value }, { isTrusted }) => add(tx, value, isTrusted)),
};

async function read(from: Queryable, { after, last }: Range): Promise<object[]> {
  return (
    from
      .selectFrom("users")
      // Named columns keep future secrets out.
      .select([
        "id",
        "email",
        "emailVerifiedAt",
        "firstName",
        "lastName",
        "role",
        "status",
        "createdAt",
        "lastSignInAt",
      ])
      .where("id", ">", String(after))
      .where("id", "<=", String(last))
      .orderBy("id")
      .execute()
  );
}

/** Accounts start without a password; only an operator's file makes admins. */
async function add(tx: Queryable, value: UserStep["value"], isTrusted: boolean): Promise<void> {
  const none = { passwordHash: null, googleId: null, lastSignInAt: null };
  const role = isTrusted ? value.role : "user";
  await tx
    .insertInto("users")
    .values({ ...value, ...none, role, id: newId(), updatedAt: new Date().toISOString() })
    .execute();
}
