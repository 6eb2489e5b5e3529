import { ROLES, type Role } from "~/models/base/accounts/roles";
import { type Command, UsageError } from "./command";

// Each command loads its own modules, so that help does not open the database.
export const COMMANDS: Command[] = [
  {
    name: "password reset",
    usage: "EMAIL",
    does: "Prints a link to choose a new password, valid for an hour.",
    details:
      "Works while the site runs, and without mail. Anybody who has the link can use it once: pass it on safely.",
    argumentCounts: [1, 1],
    run: async (call) => (await import("./accounts")).resetPassword(call),
  },
  {
    name: "user list",
    usage: "[--role user|editor|admin]",
    does: "Lists accounts.",
    argumentCounts: [0, 0],
    options: { role: { type: "string" } },
    run: async (call) => {
      roleIn(call.options.role ?? "user");
      return (await import("./accounts")).listUsers(call);
    },
  },
  {
    name: "user add",
    usage: "EMAIL FIRSTNAME LASTNAME [--role ROLE]",
    does: "Adds an account and prints a link to choose its password.",
    details: "The role is user (the default), editor or admin. The link is valid for a week and works once.",
    argumentCounts: [3, 3],
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
    details:
      "Ends the account's sessions. Enables a disabled account that becomes an admin. The last admin keeps the role.",
    argumentCounts: [2, 2],
    run: async ({ args: [email = "", name] }) => {
      const role = roleIn(name);
      return (await import("./accounts")).changeRole(email, role);
    },
  },
  {
    name: "user disable",
    usage: "EMAIL",
    does: "Disables an account: nobody can sign in, and its sessions and API keys end.",
    details: "The last admin stays active. npm run admin -- user enable undoes this.",
    argumentCounts: [1, 1],
    run: async ({ args: [email = ""] }) => (await import("./accounts")).setStatus(email, "disabled"),
  },
  {
    name: "user enable",
    usage: "EMAIL",
    does: "Enables a disabled account.",
    argumentCounts: [1, 1],
    run: async ({ args: [email = ""] }) => (await import("./accounts")).setStatus(email, "active"),
  },
  {
    name: "user delete",
    usage: "EMAIL [--yes]",
    does: "Deletes an account with its sessions, drafts and mails permanently.",
    details: "Its submissions stay, without its name. Asks for confirmation at a terminal; without one, add --yes.",
    argumentCounts: [1, 1],
    options: { yes: { type: "boolean" } },
    run: async (call) => (await import("./accounts")).deleteAccount(call),
  },
  {
    name: "sessions end",
    usage: "EMAIL",
    does: "Ends all sessions of an account. API keys keep working; user disable ends them, too.",
    argumentCounts: [1, 1],
    run: async (call) => (await import("./accounts")).endSessions(call),
  },
  {
    name: "user remove-second-factor",
    usage: "EMAIL",
    does: "Removes authenticator app, passkeys and recovery codes of an account whose owner lost them.",
    details: "Ends the account's sessions. It is recorded in the audit log, and a mail tells the owner.",
    argumentCounts: [1, 1],
    run: async (call) => (await import("./accounts")).removeSecondFactor(call),
  },
  {
    name: "user admin",
    usage: "EMAIL",
    does: "Makes an account an admin, as npm run user:admin does.",
    argumentCounts: [1, 1],
    run: async ({ args: [email = ""] }) => (await import("./accounts")).changeRole(email, "admin"),
  },
  {
    name: "export",
    usage: "[FILE]",
    does: "Writes all records to a JSON file, also while the site runs.",
    details:
      "Without FILE it is written to DATA_DIR/exports. It leaves out passwords, sessions, mails, the trash and image files; a backup contains everything.",
    argumentCounts: [0, 1],
    run: async (call) => (await import("./data")).exportData(call),
  },
  {
    name: "import",
    usage: "FILE",
    does: "Writes an export (JSON) into an empty site, while it is stopped.",
    details:
      "Imports everything or nothing, and refuses a site that has records. To import people from tables, open /admin/import.",
    argumentCounts: [1, 1],
    run: async (call) => (await import("./data")).importData(call),
  },
  {
    name: "backup",
    usage: "[FILE] [--scheduled]",
    does: "Writes everything in DATA_DIR into one file, also while the site runs.",
    details:
      "FILE can be s3:NAME.tar.gz, in the bucket of the BACKUP_S3_… settings. --scheduled also checks the backup and removes old ones, as the server does each day.",
    argumentCounts: [0, 1],
    options: { scheduled: { type: "boolean" } },
    run: async (call) => (await import("./data")).makeBackup(call),
  },
  {
    name: "backup list",
    usage: "",
    does: "Lists the backups in DATA_DIR/backups and in the bucket, newest first.",
    details: "restore and verify accept the name at the end of a line.",
    argumentCounts: [0, 0],
    run: async () => (await import("./data")).listAllBackups(),
  },
  {
    name: "backup send",
    usage: "",
    does: "Sends the scheduled backups that the bucket lacks, as the server does after each backup.",
    details: "Keeps the newest BACKUP_KEEP of them in the bucket.",
    argumentCounts: [0, 0],
    run: async () => (await import("./data")).sendToBucket(),
  },
  {
    name: "restore",
    usage: "FILE",
    does: "Replaces DATA_DIR with a backup while the site is stopped, or imports an export.",
    details:
      "FILE can be s3:NAME.tar.gz in the bucket. The backup is checked first. The former data is kept next to DATA_DIR.",
    argumentCounts: [1, 1],
    run: async (call) => (await import("./data")).restoreData(call),
  },
  {
    name: "verify",
    usage: "[FILE]",
    does: "Checks a backup or, without FILE, the current data.",
    details: "FILE can be s3:NAME.tar.gz in the bucket. Without FILE, it also names images whose files are missing.",
    argumentCounts: [0, 1],
    run: async (call) => (await import("./data")).verify(call),
  },
  {
    name: "start empty",
    usage: "[--yes]",
    does: "Removes the starter profiles and articles that nobody has edited, permanently.",
    details:
      "In a new data folder the directory begins empty. Edited profiles and articles stay. Asks for confirmation at a terminal; without one, add --yes.",
    argumentCounts: [0, 0],
    options: { yes: { type: "boolean" } },
    run: async (call) => (await import("./data")).startEmptyDirectory(call),
  },
  {
    name: "check-starter",
    usage: "",
    does: "Checks that each sentence of the starter directory has a reference, and that identifiers and addresses are valid.",
    details: "Reads the files of the program, not the database, and opens no page. Exits with 1 if something is wrong.",
    argumentCounts: [0, 0],
    run: async () => (await import("./data")).checkStarterDirectory(),
  },
  {
    name: "version",
    usage: "",
    does: "Shows the version, commit and date of the program, and the versions of Node.js and the schema.",
    argumentCounts: [0, 0],
    run: async () => (await import("./site")).showVersion(),
  },
  {
    name: "config",
    usage: "",
    does: "Shows all settings with their sources, masks secrets, and lists unknown names.",
    argumentCounts: [0, 0],
    run: async () => (await import("./site")).showConfig(),
  },
  {
    name: "mail test",
    usage: "EMAIL",
    does: "Sends one mail immediately and shows the mail server's answer.",
    argumentCounts: [1, 1],
    run: async (call) => (await import("./mail")).testMail(call),
  },
  {
    name: "healthcheck",
    usage: "[URL] [--wait SECONDS]",
    does: "Requests /healthz of the running site, and exits with 1 if it reports a problem.",
    details: "Without URL it uses this machine's HOST and PORT. --wait gives a starting site that many seconds.",
    argumentCounts: [0, 1],
    options: { wait: { type: "string" } },
    run: async (call) => (await import("./site")).checkHealth(call),
  },
  {
    name: "upgrade-check",
    usage: "",
    does: "Lists problems that prevent an upgrade. It changes nothing.",
    details:
      "Checks Node.js, the database and its pending migrations, the disk, the newest backup and the names in .env.",
    argumentCounts: [0, 0],
    run: async () => (await import("./upgrade-check")).listUpgradeProblems(),
  },
];

function roleIn(name: unknown): Role {
  if (ROLES.includes(name as Role)) return name as Role;
  throw new UsageError(`ROLE must be one of ${ROLES.join(", ")}.`);
}
