/** Lists the roles from the fewest permissions to the most. */
export const ROLES = ["user", "editor", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Record<Role, string> = { user: "User", editor: "Editor", admin: "Admin" };

/** Describes the permissions of a role in a few words. */
export const ROLE_MEANINGS: Record<Role, string> = {
  user: "suggests experts",
  editor: "reviews, edits and writes",
  admin: "also manages accounts, settings, mail and data",
};
