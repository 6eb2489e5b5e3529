import { readDb } from "~/db.server";
import type { Editor } from "./admin.server";

const MAX_NAMES = 2;

/** Returns a sentence that tells an editor whom to ask for a set-up; "" for an admin, who can change the settings. */
export async function setUpAdvice({ role }: Pick<Editor, "role">): Promise<string> {
  if (role === "admin") return "";
  const admins = await readDb
    .selectFrom("users")
    .select(["firstName", "lastName"])
    .where("role", "=", "admin")
    .where("status", "=", "active")
    .orderBy("createdAt")
    .limit(MAX_NAMES)
    .execute();
  const names = admins.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()).filter(Boolean);
  return names.length > 0 ? `Please ask ${names.join(" or ")} to set it up.` : "Please ask an admin to set it up.";
}
