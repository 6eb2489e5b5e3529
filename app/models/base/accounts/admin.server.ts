import type { UserRow } from "~/db.server";
import { AppError } from "~/errors";

declare const editorBrand: unique symbol;
declare const adminBrand: unique symbol;

/** A user who is an editor or an admin. Only `asEditor` creates one, so that no check can be forgotten. */
export type Editor = UserRow & {
  readonly [editorBrand]: true;
  readonly address: string; // The client's address, for the audit log; "" for work without a request
};

/** An editor who is an admin. Only `asAdmin` creates one. */
export type Admin = Editor & { readonly [adminBrand]: true };

/** Returns the user as an editor. Throws "unauthenticated" for a visitor, "forbidden" for an ordinary user. */
export function asEditor(user: UserRow | null, address = ""): Editor {
  if (!user) throw new AppError("unauthenticated", "Authentication required");
  if (!isEditor(user)) throw new AppError("forbidden", "Admin access required");
  return { ...user, address } as Editor;
}

/** Returns the user as an admin. Throws "unauthenticated" for a visitor, "forbidden" for any other user. */
export function asAdmin(user: UserRow | null, address = ""): Admin {
  const editor = asEditor(user, address);
  if (editor.role !== "admin") throw new AppError("forbidden", "Admin access required");
  return editor as Admin;
}

/** Returns whether somebody may open the admin pages, which editors and admins can. */
export function isEditor(user: Pick<UserRow, "role"> | null | undefined): boolean {
  return user?.role === "editor" || user?.role === "admin";
}
