/** What a disk, and the database on it, says when it does not do what was asked, and what people are told then. */
import { dirname } from "node:path";
import { AppError } from "~/errors";

/**
 * "unwritable" is a disk or file that takes no writes (read-only, no rights, input and output fail), "locked" a database that
 * somebody else held for longer than anybody waits.
 */
export type DiskFault = "full" | "unwritable" | "locked" | "damaged";

const FAULTS: [DiskFault, RegExp][] = [
  ["full", /^(ENOSPC|EDQUOT|SQLITE_FULL)$/],
  ["unwritable", /^(EROFS|EACCES|EPERM|EIO|SQLITE_(READONLY|IOERR|CANTOPEN|PERM)(_|$))/],
  ["damaged", /^SQLITE_(CORRUPT|NOTADB)(_|$)/],
  ["locked", /^SQLITE_(BUSY|LOCKED)(_|$)/],
];

/** What an error says of the disk; null for any other. */
export function diskFaultOf(error: unknown): DiskFault | null {
  const { code } = Object(error) as { code?: unknown };
  if (typeof code !== "string") return null;
  return FAULTS.find(([, codes]) => codes.test(code))?.[0] ?? null;
}

/** What the person is told whose request failed for that reason: 507 or 503, and when to try again. */
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
  damaged: ["unavailable", "This site cannot read its data at the moment. Please try again later.", 300],
};

/**
 * What the operator is told when the data folder keeps the site from starting: one sentence, and what to do.
 *
 * @param database its path.
 */
export function startProblem(error: unknown, database: string): string | null {
  if (/^(EEXIST|ENOTDIR)$/.test(String(Object(error).code)))
    return `${dirname(database)} is no folder: please set DATA_DIR.`;
  switch (diskFaultOf(error)) {
    case "full":
      return `The disk with ${database} is full: please make room. Nothing was changed.`;
    case "unwritable":
      return `${database} and its folder cannot be written: please check their owner and rights, and the disk. Nothing was changed.`;
    case "locked":
      return `Another program holds ${database}: please stop it first. Nothing was changed.`;
    case "damaged":
      return `The database ${database} is damaged: please put a backup in its place with npm run db:restore -- FILE. Nothing was changed.`;
    default:
      return null;
  }
}
