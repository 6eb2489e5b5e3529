/** Errors of the disk and of the database on it, and the messages that people see for them. */
import { dirname } from "node:path";
import { env } from "~/env.server";
import { AppError } from "~/errors";

/**
 * "unwritable" is a disk or file that takes no writes (read-only, no rights, input and output fail), "locked" a database
 * that somebody else held for longer than anybody waits, "away" a database server that cannot be reached or takes no writes
 * now, "unsure" one that was lost while it committed.
 */
export type DiskFault = "full" | "unwritable" | "locked" | "damaged" | "away" | "unsure";

/** A wrong user or password, or a database that is not there: https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const REFUSED = /^(28000|28P01|3D000)$/;

const FAULTS: [DiskFault, RegExp][] = [
  ["away", REFUSED],
  ["full", /^(ENOSPC|EDQUOT|SQLITE_FULL)$/],
  ["unwritable", /^(EROFS|EACCES|EPERM|EIO|SQLITE_(READONLY|IOERR|CANTOPEN|PERM)(_|$))/],
  ["damaged", /^SQLITE_(CORRUPT|NOTADB)(_|$)/],
  ["locked", /^SQLITE_(BUSY|LOCKED)(_|$)/],
];

/**
 * Faults by SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html; and by Node's errors of a connection.
 */
const POSTGRES_FAULTS: [DiskFault, RegExp][] = [
  ["full", /^53100$/],
  ["damaged", /^XX00[12]$/],
  ["locked", /^(40001|40P01|55P03|57014|53[234]00|25P03)$/],
  ["away", /^(08...|57P0.|25006|E(CONN(REFUSED|RESET)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)|ENOTFOUND)$/],
];
/** The driver gives these errors no code. */
const CONNECTION_LOST = /^(Connection terminated|Client (has encountered|was closed)|Query read timeout)/;
/** Its pool's: all connections were in use for as long as anybody waits. */
const NONE_FREE = /^timeout exceeded when trying to connect$/;

/** Returns the fault of the disk or the database that an error tells of; null for any other. */
export function diskFaultOf(error: unknown): DiskFault | null {
  const fault = faultOf(error);
  return fault === "away" && Object(error).isAtCommit ? "unsure" : fault;
}

function faultOf(error: unknown): DiskFault | null {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  if (typeof code !== "string") return env.DATABASE_URL ? withoutCode(String(message)) : null;
  const faults = env.DATABASE_URL ? [...POSTGRES_FAULTS, ...FAULTS] : FAULTS;
  return faults.find(([, codes]) => codes.test(code))?.[0] ?? null;
}

function withoutCode(message: string): DiskFault | null {
  if (NONE_FREE.test(message)) return "locked";
  return CONNECTION_LOST.test(message) ? "away" : null;
}

/** Tells whether PostgreSQL cannot store a text: U+0000, or more bytes than an index takes. */
export function isUnstorable(error: unknown): boolean {
  return /^(22021|22P05|54000)$/.test(String(Object(error).code));
}

/** The answer to a request that failed for that reason: 507 or 503, and when to try again. */
export function diskProblem(fault: DiskFault): AppError {
  const [problem, message, retryAfter] = TOLD[fault];
  return new AppError(problem, message, undefined, retryAfter);
}

const TOLD: Record<DiskFault, ["full" | "unavailable", string, number]> = {
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
    "This site lost its database while it stored this, so that it may be stored or not. Please look before you try again.",
    5,
  ],
  damaged: ["unavailable", "This site cannot read its data at the moment. Please try again later.", 300],
};

/**
 * The message to the operator when the data folder keeps the site from starting.
 *
 * @param database its path.
 */
export function startProblem(error: unknown, database: string): string | null {
  if (/^(EEXIST|ENOTDIR)$/.test(String(Object(error).code)))
    return `${dirname(database)} is not a folder: please set DATA_DIR.`;
  if (REFUSED.test(String(Object(error).code)))
    return "PostgreSQL refuses DATABASE_URL: please check the user, the password and the name of the database in it.";
  switch (diskFaultOf(error)) {
    case "full":
      return `The disk with ${database} is full: please make room. Nothing was changed.`;
    case "unwritable":
      return `${database} and its folder cannot be written: please check their owner and rights, and the disk. Nothing was changed.`;
    case "away":
      return "The database that DATABASE_URL names cannot be reached: please check that address, and whether the server runs.";
    case "locked":
      if (env.DATABASE_URL)
        return "PostgreSQL did not answer the start in time: another program holds its tables, or it has too much to do. Nothing was changed; please try again.";
      return `Another program holds ${database}: please stop it first. Nothing was changed.`;
    case "damaged":
      return `The database ${database} is damaged: please restore a backup with npm run admin -- restore FILE. Nothing was changed.`;
    default:
      return null;
  }
}
