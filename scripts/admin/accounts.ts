import { env } from "~/env.server";
import { addUser } from "~/models/base/accounts/admin-users.server";
import {
  createPasswordLink,
  endSessionsByEmail,
  giveRole,
  listAccounts,
  removeFactorByEmail,
  setStatusByEmail,
} from "~/models/base/accounts/operator.server";
import type { Role } from "~/models/base/accounts/roles";
import { deleteAccountByEmail } from "~/models/whole/accounts/delete-account.server";
import { type Call, type Outcome, plural } from "./command";
import { confirmAtTerminal, UNCONFIRMED_OUTCOME } from "./confirm";
import { withDatabase } from "./database";

const origin = env.SITE_URL ?? `http://localhost:${env.PORT}`;

export async function resetPassword({ args: [email = ""] }: Call): Promise<Outcome> {
  const { link, until } = await withDatabase(() => createPasswordLink(email, origin));
  return { text: `${link}\nIt works once, until ${timeOf(until)}.`, data: { email, link, until } };
}

export async function listUsers({ options: { role } }: Call): Promise<Outcome> {
  const list = await withDatabase(() => listAccounts(role as Role | undefined));
  const lines = list.map(({ email, firstName, lastName, role, status, lastSignInAt }) =>
    [email, `${firstName} ${lastName}`, role, status, lastSignInAt ?? "never signed in"].join("\t"),
  );
  return { text: [...lines, plural(list.length, "account")].join("\n"), data: { accounts: list } };
}

export async function addAccount({ args: [email, firstName, lastName], options: { role } }: Call): Promise<Outcome> {
  const person = { email, firstName, lastName, role };
  const { user, link, until } = await withDatabase(() => addUser(person, origin));
  const text = `Added the account ${user.email} (${user.role}). This link to choose a password is valid until ${timeOf(until)}:\n${link}`;
  return { text, data: { email: user.email, role: user.role, link, until } };
}

export async function changeRole(email: string, role: Role): Promise<Outcome> {
  const { changed, enabled } = await withDatabase(() => giveRole(email, role));
  const sentence = changed
    ? `${email} is now ${roleName(role)} and has to sign in again.`
    : `${email} is already ${roleName(role)}.`;
  const text = enabled ? `The account of ${email} was disabled; it is active again.\n${sentence}` : sentence;
  return { text, data: { email, role, changed, enabled } };
}

export async function removeSecondFactor({ args: [email = ""] }: Call): Promise<Outcome> {
  await withDatabase(() => removeFactorByEmail(email, origin));
  return { text: `${email} now signs in without a second factor, and was signed out everywhere.`, data: { email } };
}

export async function setStatus(email: string, status: "active" | "disabled"): Promise<Outcome> {
  const { changed } = await withDatabase(() => setStatusByEmail(email, status));
  const end = status === "disabled" ? " Its sessions and API keys have ended." : "";
  const text = changed
    ? `The account of ${email} is now ${status}.${end}`
    : `The account of ${email} is already ${status}.`;
  return { text, data: { email, status, changed } };
}

export async function endSessions({ args: [email = ""] }: Call): Promise<Outcome> {
  const endedCount = await withDatabase(() => endSessionsByEmail(email));
  return { text: `Ended ${plural(endedCount, "session")} of ${email}.`, data: { email, ended: endedCount } };
}

export async function deleteAccount({ args: [email = ""], options: { yes } }: Call): Promise<Outcome> {
  const question = `Delete the account of ${email} with its drafts and mails permanently?`;
  if (!yes && !(await confirmAtTerminal(question))) return { ...UNCONFIRMED_OUTCOME, data: { email } };
  await withDatabase(() => deleteAccountByEmail(email));
  return { text: `Deleted the account of ${email}. Its submissions stay, without its name.`, data: { email } };
}

function roleName(role: Role): string {
  return `${role === "user" ? "a" : "an"} ${role === "user" ? "user without a role" : role}`;
}

function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
