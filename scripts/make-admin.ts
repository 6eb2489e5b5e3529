import { closeDatabase } from "~/db.server";
import { upgradeDatabase } from "~/models/transfer/upgrade.server";
import { makeAdmin } from "../app/models/accounts/users.server";
import { runProgram } from "./program";

/** `npm run user:admin -- EMAIL`: makes the account with that address an admin; also while the site is running. */
await runProgram(async ([email, ...more]) => {
  if (!email || more.length) throw new Error("Whose account? npm run user:admin -- EMAIL");
  await upgradeDatabase();
  const { promoted, enabled } = await makeAdmin(email);
  await closeDatabase();
  if (enabled) console.log(`The account of ${email} was disabled; it is active again.`);
  console.log(promoted ? `${email} is an admin now and has to sign in again.` : `${email} is an admin already.`);
});
