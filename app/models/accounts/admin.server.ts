import type { UserRow } from "~/db.server";
import { AppError } from "~/errors";

declare const adminBrand: unique symbol;

/** A user who was checked to be an admin: only `asAdmin` makes one, so that no check can be forgotten. */
export type Admin = UserRow & {
  readonly [adminBrand]: true;
  readonly address: string; // The client's address, for the audit log; "" for work without a request
};

/** The user as an admin. Throws "unauthenticated" for a visitor, "forbidden" for any other user. */
export function asAdmin(user: UserRow | null, address = ""): Admin {
  if (!user) throw new AppError("unauthenticated", "Authentication required");
  if (user.role !== "admin") throw new AppError("forbidden", "Admin access required");
  return { ...user, address } as Admin;
}
