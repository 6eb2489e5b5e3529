import { closeDatabase } from "~/db.server";
import { upgradeDatabase } from "~/models/transfer/upgrade.server";
import { makeAdmin } from "~/models/users.server";

/** `npm run user:admin -- EMAIL`: makes the account with that address an admin; also while the site is running. */
export async function main([email, ...more]: string[]): Promise<void> {
  if (!email || more.length) throw new Error("Whose account? npm run user:admin -- EMAIL");
  await upgradeDatabase();
  const { promoted, enabled } = await makeAdmin(email);
  if (enabled) console.log(`The account of ${email} was disabled; it is active again.`);
  console.log(promoted ? `${email} is an admin now and has to sign in again.` : `${email} is an admin already.`);
  await closeDatabase();
}
