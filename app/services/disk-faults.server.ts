/** Recognises errors of the disk and of the database, and returns the messages that people see for them. */
import { dirname } from "node:path";
import { env } from "~/env.server";
import { AppError } from "~/errors";

/**
 * - "unwritable": disk or file refuse writes (read-only, missing rights, I/O errors)
 * - "locked": another program held the database for longer than the time-out
 * - "away": the database server cannot be reached, or accepts no writes at present
 * - "unsure": the connection was lost during a commit
 */
export type DiskFault = "full" | "unwritable" | "locked" | "damaged" | "away" | "unsure";

/** Matches a wrong user or password, or a missing database: https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const LOGIN_REFUSED = /^(28000|28P01|3D000)$/;

const FAULTS: [DiskFault, RegExp][] = [
  ["away", LOGIN_REFUSED],
  ["full", /^(ENOSPC|EDQUOT|SQLITE_FULL)$/],
  ["unwritable", /^(EROFS|EACCES|EPERM|EIO|SQLITE_(READONLY|IOERR|CANTOPEN|PERM)(_|$))/],
  ["damaged", /^SQLITE_(CORRUPT|NOTADB)(_|$)/],
  ["locked", /^SQLITE_(BUSY|LOCKED)(_|$)/],
];

/** Faults by SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) and by Node's connection errors. */
const POSTGRES_FAULTS: [DiskFault, RegExp][] = [
  ["full", /^53100$/],
  ["damaged", /^XX00[12]$/],
  ["locked", /^(40001|40P01|55P03|57014|53[234]00|25P03)$/],
  ["away", /^(08...|57P0.|25006|E(CONN(REFUSED|RESET)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)|ENOTFOUND)$/],
];
/** Matches errors for which the driver sets no code. */
const CONNECTION_LOST = /^(Connection terminated|Client (has encountered|was closed)|Query read timeout)/;
/** Matches the pool's time-out: all connections stayed in use. */
const POOL_EXHAUSTED = /^timeout exceeded when trying to connect$/;

/** Returns the fault of the disk or database behind an error; null for any other error. */
export function diskFaultOf(error: unknown): DiskFault | null {
  const fault = faultOf(error);
  return fault === "away" && Object(error).isAtCommit ? "unsure" : fault;
}

function faultOf(error: unknown): DiskFault | null {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  if (typeof code !== "string") return env.DATABASE_URL ? faultOfMessage(String(message)) : null;
  const faults = env.DATABASE_URL ? [...POSTGRES_FAULTS, ...FAULTS] : FAULTS;
  return faults.find(([, codes]) => codes.test(code))?.[0] ?? null;
}

function faultOfMessage(message: string): DiskFault | null {
  if (POOL_EXHAUSTED.test(message)) return "locked";
  return CONNECTION_LOST.test(message) ? "away" : null;
}

/** Tells whether PostgreSQL cannot store a text: U+0000, or more bytes than an index takes. */
export function isUnstorable(error: unknown): boolean {
  return /^(22021|22P05|54000)$/.test(String(Object(error).code));
}

/** Returns the problem that answers a failed request: status 507 or 503, with Retry-After. */
export function diskProblem(fault: DiskFault): AppError {
  const [problem, message, retryAfter] = PROBLEM_OF_FAULT[fault];
  return new AppError(problem, message, undefined, retryAfter);
}

const PROBLEM_OF_FAULT: Record<DiskFault, ["full" | "unavailable", string, number]> = {
  full: ["full", "The disk of this site is full. Nothing was stored; please try again later.", 300],
  unwritable: [
    "unavailable",
    "This site cannot store anything at the moment. Nothing was changed; please try again later.",
    300,
  ],
  locked: ["unavailable", "This site is busy with other work. Nothing was changed; please try again in a moment.", 10],
  away: [
    "unavailable",
    "This site cannot reach its database at the moment. Nothing was changed; please try again in a moment.",
    5,
  ],
  unsure: [
    "unavailable",
    "This site lost its database while it stored this. It may or may not be stored: please check before you try again.",
    5,
  ],
  damaged: ["unavailable", "This site cannot read its data at the moment. Please try again later.", 300],
};

/**
 * Returns the message to the operator if data folder or database keep the site from starting; null for other errors.
 *
 * @param database The path of the SQLite database.
 */
export function startProblem(error: unknown, database: string): string | null {
  if (/^(EEXIST|ENOTDIR)$/.test(String(Object(error).code)))
    return `${dirname(database)} is not a folder: please set DATA_DIR.`;
  // A symbolic link to a disk that is not mounted.
  if (Object(error).code === "ENOENT" && Object(error).syscall === "mkdir")
    return `${dirname(database)} leads to a folder that does not exist: please mount its disk, or set DATA_DIR.`;
  if (LOGIN_REFUSED.test(String(Object(error).code)))
    return "PostgreSQL refuses DATABASE_URL: please check the user, the password and the name of the database in it.";
  switch (diskFaultOf(error)) {
    case "full":
      return `The disk with ${database} is full: please free some space. Nothing was changed.`;
    case "unwritable":
      return `${database} or its folder is not writable: please check their owner and permissions, and the disk. Nothing was changed.`;
    case "away":
      return "The database of DATABASE_URL cannot be reached: please check that address, and that the server runs.";
    case "locked":
      if (env.DATABASE_URL)
        return "PostgreSQL did not answer in time: another program locks its tables, or it is overloaded. Nothing was changed; please try again.";
      return `Another program is using ${database}: please stop it first. Nothing was changed.`;
    case "damaged":
      return `The database ${database} is damaged: please restore a backup with npm run admin -- restore FILE. Nothing was changed.`;
    default:
      return null;
  }
}
