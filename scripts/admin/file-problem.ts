import { dirname, join } from "node:path";
import { env } from "~/env.server";
import { startProblem } from "~/services/disk-faults.server";
import { DATABASE_FILE } from "~/subject/names";

const PROBLEMS: Record<string, (path: string) => string> = {
  ENOENT: (path) => `There is no folder ${dirname(path)}, or no such file in it.`,
  ENOTDIR: (path) => `${dirname(path)} is not a folder.`,
  EISDIR: (path) => `${path || "This"} is a folder, not a file.`,
  EEXIST: (path) => `${path} exists already, or is not a folder.`,
  EACCES: (path) => `This user has no permission for ${path}.`,
  EPERM: (path) => `This user has no permission for ${path}.`,
  EROFS: (path) => `The disk with ${path} is read-only.`,
  ENOSPC: (path) => `The disk${path && ` with ${path}`} is full: please free some space.`,
  EDQUOT: (path) => `The quota of the disk${path && ` with ${path}`} is used up: please free some space.`,
};

/** Returns the message for an error of a file, a folder or the database; null for any other error. */
export function fileProblem(error: unknown): string | null {
  const { code, path = "" } = error as NodeJS.ErrnoException;
  const problem = PROBLEMS[String(code)];
  return problem ? problem(path.replace(/\.unfinished$/, "")) : startProblem(error, join(env.DATA_DIR, DATABASE_FILE));
}
