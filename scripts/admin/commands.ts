import { ROLES, type Role } from "~/models/accounts/roles";
import { type Command, WrongUse } from "./command";

// Modules are loaded by the command that needs them: help opens no database.
export const COMMANDS: Command[] = [
  {
    name: "password reset",
    usage: "EMAIL",
    does: "Prints a link, good for an hour, to choose a new password.",
    more: "Works while the site runs, and without mail. Whoever opens the link first can use it: pass it on safely.",
    takes: [1, 1],
    run: async (call) => (await import("./accounts")).resetPassword(call),
  },
  {
    name: "user list",
    usage: "[--role user|editor|admin]",
    does: "Lists accounts.",
    takes: [0, 0],
    options: { role: { type: "string" } },
    run: async (call) => {
      roleIn(call.options.role ?? "user");
      return (await import("./accounts")).listUsers(call);
    },
  },
  {
    name: "user add",
    usage: "EMAIL FIRSTNAME LASTNAME [--role ROLE]",
    does: "Makes an account and prints a link to choose its password.",
    more: "The role is user (without --role), editor or admin. The link is good for a week and works once.",
    takes: [3, 3],
    options: { role: { type: "string" } },
    run: async (call) => {
      roleIn(call.options.role ?? "user");
      return (await import("./accounts")).addAccount(call);
    },
  },
  {
    name: "user role",
    usage: "EMAIL ROLE",
    does: "Gives an account another role: user, editor or admin.",
    more: "Ends the account's sessions. A disabled account that becomes an admin is active again; the last admin stays one.",
    takes: [2, 2],
    run: async ({ args: [email = "", name] }) => {
      const role = roleIn(name);
      return (await import("./accounts")).changeRole(email, role);
    },
  },
  {
    name: "user remove-second-factor",
    usage: "EMAIL",
    does: "Removes authenticator app, passkeys and recovery codes of an account whose owner lost them.",
    more: "Ends the account's sessions. The audit log has it, and a mail tells the owner.",
    takes: [1, 1],
    run: async (call) => (await import("./accounts")).removeSecondFactor(call),
  },
  {
    name: "user admin",
    usage: "EMAIL",
    does: "Makes an account an admin, as npm run user:admin does.",
    takes: [1, 1],
    run: async ({ args: [email = ""] }) => (await import("./accounts")).changeRole(email, "admin"),
  },
  {
    name: "export",
    usage: "[FILE]",
    does: "Writes all records to a JSON file, also while the site runs.",
    more: "Passwords, sessions, mails, the trash and image files are left out; a backup has everything.",
    takes: [0, 1],
    run: async (call) => (await import("./data")).exportData(call),
  },
  {
    name: "import",
    usage: "FILE",
    does: "Writes an export (JSON) into the site's data, while the site is stopped.",
    more: "All of it or nothing. A copy of the database is kept in DATA_DIR/backups. Tables (CSV) are imported at /admin/import.",
    takes: [1, 1],
    run: async (call) => (await import("./data")).importData(call),
  },
  {
    name: "backup",
    usage: "[FILE] [--scheduled]",
    does: "Puts everything in DATA_DIR into one file, also while the site runs.",
    more: "--scheduled unpacks it as proof and removes old ones, as the server does each day.",
    takes: [0, 1],
    options: { scheduled: { type: "boolean" } },
    run: async (call) => (await import("./data")).makeBackup(call),
  },
  {
    name: "restore",
    usage: "FILE",
    does: "Puts a backup in the place of DATA_DIR, while the site is stopped; or imports an export.",
    more: "The backup is checked first. The former data is kept beside it.",
    takes: [1, 1],
    run: async (call) => (await import("./data")).restoreData(call),
  },
  {
    name: "verify",
    usage: "[FILE]",
    does: "Checks a backup, or without FILE the present data.",
    takes: [0, 1],
    run: async (call) => (await import("./data")).verify(call),
  },
  {
    name: "start empty",
    usage: "[--yes]",
    does: "Removes the starter profiles and articles that nobody edited, for good.",
    more: "In a new data folder the directory begins empty. What somebody edited stays. A terminal asks first, unless --yes.",
    takes: [0, 0],
    options: { yes: { type: "boolean" } },
    run: async (call) => (await import("./data")).beginEmpty(call),
  },
  {
    name: "upgrade-check",
    usage: "",
    does: "Says what stands in the way of an upgrade; changes nothing.",
    more: "Looks at Node.js, the database and its pending migrations, the disk, the newest backup and the names in .env.",
    takes: [0, 0],
    run: async () => (await import("./upgrade-check")).upgradeCheck(),
  },
];

function roleIn(name: unknown): Role {
  if (ROLES.includes(name as Role)) return name as Role;
  throw new WrongUse(`A role is one of ${ROLES.join(", ")}.`);
}
