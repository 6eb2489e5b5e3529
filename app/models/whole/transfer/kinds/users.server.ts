import { z } from "zod";
import type { Queryable } from "~/db.server";
import { ROLES } from "~/models/base/accounts/roles";
import { newId } from "~/models/base/input/ids.server";
import type { Range } from "~/models/base/input/row-batches.server";
import { parse } from "~/models/base/input/validation.server";
import { type Kind, oneByOne } from "../kind.server";

const time = z.iso.datetime();
const shortText = z.string().max(500);
const User = z.object({
  email: z.email().max(254).toLowerCase(),
  emailVerifiedAt: time.nullable(),
  firstName: shortText,
  lastName: shortText,
  role: z.enum(ROLES).default("user"),
  status: z.enum(["active", "disabled"]),
  createdAt: time,
});

export const users: Kind = {
  records: { table: "users", key: "id", texts: [], read },
  restore: oneByOne(add),
};

async function read(from: Queryable, { after, last }: Range): Promise<object[]> {
  return (
    from
      .selectFrom("users")
      // Names the columns, so that future secrets are not exported.
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

/** Adds an account without a password. */
async function add(tx: Queryable, input: unknown): Promise<void> {
  const value = parse(User, input);
  const withoutSignIn = { passwordHash: null, googleId: null, lastSignInAt: null };
  await tx
    .insertInto("users")
    .values({ ...value, ...withoutSignIn, id: newId(), updatedAt: new Date().toISOString() })
    .execute();
}
