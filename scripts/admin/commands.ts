import { ROLES, type Role } from "~/models/base/accounts/roles";
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
    more: "Ends the account's sessions. A disabled account that becomes an admin is active again; the last admin keeps the role.",
    takes: [2, 2],
    run: async ({ args: [email = "", name] }) => {
      const role = roleIn(name);
      return (await import("./accounts")).changeRole(email, role);
    },
  },
  {
    name: "user disable",
    usage: "EMAIL",
    does: "Disables an account: nobody signs in to it, its sessions and API keys end.",
    more: "The last admin stays active. npm run admin -- user enable undoes this.",
    takes: [1, 1],
    run: async ({ args: [email = ""] }) => (await import("./accounts")).setStatus(email, "disabled"),
  },
  {
    name: "user enable",
    usage: "EMAIL",
    does: "Makes a disabled account active again.",
    takes: [1, 1],
    run: async ({ args: [email = ""] }) => (await import("./accounts")).setStatus(email, "active"),
  },
  {
    name: "user delete",
    usage: "EMAIL [--yes]",
    does: "Deletes an account with its sessions, drafts and mails, for good.",
    more: "What it submitted stays, without its name. It asks first at a terminal; without one, add --yes.",
    takes: [1, 1],
    options: { yes: { type: "boolean" } },
    run: async (call) => (await import("./accounts")).deleteAccount(call),
  },
  {
    name: "sessions end",
    usage: "EMAIL",
    does: "Signs somebody out everywhere. API keys keep working; user disable ends them, too.",
    takes: [1, 1],
    run: async (call) => (await import("./accounts")).endSessions(call),
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
    more: "Without FILE it is written to DATA_DIR/exports. Passwords, sessions, mails, the trash and image files are left out; a backup has everything.",
    takes: [0, 1],
    run: async (call) => (await import("./data")).exportData(call),
  },
  {
    name: "import",
    usage: "FILE",
    does: "Writes an export (JSON) into an empty site, while it is stopped.",
    more: "All of it or nothing: a site that holds records is refused. People from tables are imported at /admin/import.",
    takes: [1, 1],
    run: async (call) => (await import("./data")).importData(call),
  },
  {
    name: "backup",
    usage: "[FILE] [--scheduled]",
    does: "Puts everything in DATA_DIR into one file, also while the site runs.",
    more: "FILE can be s3:NAME.tar.gz, in the bucket of the BACKUP_S3_… settings. --scheduled also unpacks it as a check and removes old ones, as the server does each day.",
    takes: [0, 1],
    options: { scheduled: { type: "boolean" } },
    run: async (call) => (await import("./data")).makeBackup(call),
  },
  {
    name: "backup list",
    usage: "",
    does: "Lists the backups in DATA_DIR/backups and in the bucket, newest first.",
    more: "restore and verify take the name at the end of a line.",
    takes: [0, 0],
    run: async () => (await import("./data")).backups(),
  },
  {
    name: "backup send",
    usage: "",
    does: "Sends the scheduled backups that the bucket lacks, as the server does after each.",
    more: "The newest BACKUP_KEEP of them stay in the bucket.",
    takes: [0, 0],
    run: async () => (await import("./data")).send(),
  },
  {
    name: "restore",
    usage: "FILE",
    does: "Replaces DATA_DIR with a backup while the site is stopped, or imports an export.",
    more: "FILE can be s3:NAME.tar.gz of the bucket. The backup is checked first. The former data is kept beside DATA_DIR.",
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
    more: "In a new data folder the directory begins empty. What somebody edited stays. It asks first at a terminal; without one, add --yes.",
    takes: [0, 0],
    options: { yes: { type: "boolean" } },
    run: async (call) => (await import("./data")).beginEmpty(call),
  },
  {
    name: "check-starter",
    usage: "",
    does: "Checks that each sentence of the starter directory has a reference, and that identifiers and addresses are valid.",
    more: "Reads the files of the program, not the database, and opens no page. Ends with 1 when something is wrong.",
    takes: [0, 0],
    run: async () => (await import("./data")).checkStarterDirectory(),
  },
  {
    name: "version",
    usage: "",
    does: "Shows the version, commit and date of the program, and the versions of Node.js and the schema.",
    takes: [0, 0],
    run: async () => (await import("./site")).version(),
  },
  {
    name: "config",
    usage: "",
    does: "Shows all settings and where each comes from, secrets masked, and names that are not settings.",
    takes: [0, 0],
    run: async () => (await import("./site")).config(),
  },
  {
    name: "mail test",
    usage: "EMAIL",
    does: "Sends one mail at once and shows what the mail server answered.",
    takes: [1, 1],
    run: async (call) => (await import("./mail")).testMail(call),
  },
  {
    name: "healthcheck",
    usage: "[URL] [--wait SECONDS]",
    does: "Asks /healthz of the running site, and ends with 1 if it reports a problem.",
    more: "Without URL it asks this machine, at HOST and PORT. --wait gives a starting site that many seconds.",
    takes: [0, 1],
    options: { wait: { type: "string" } },
    run: async (call) => (await import("./site")).healthcheck(call),
  },
  {
    name: "upgrade-check",
    usage: "",
    does: "Lists what prevents an upgrade. It changes nothing.",
    more: "Looks at Node.js, the database and its pending migrations, the disk, the newest backup and the names in .env.",
    takes: [0, 0],
    run: async () => (await import("./upgrade-check")).upgradeCheck(),
  },
];

function roleIn(name: unknown): Role {
  if (ROLES.includes(name as Role)) return name as Role;
  throw new WrongUse(`A role is one of ${ROLES.join(", ")}.`);
}
