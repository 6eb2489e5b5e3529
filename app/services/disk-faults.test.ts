import { afterEach, expect, test } from "vitest";
import { env } from "~/env.server";
import { startProblem } from "./disk-faults.server";

const DATABASE = "/srv/site/data/longevity.db";
const formerUrl = env.DATABASE_URL;
afterEach(() => {
  env.DATABASE_URL = formerUrl;
});

const problemOf = (code: string | undefined, databaseUrl: string | undefined, message = "") => {
  env.DATABASE_URL = databaseUrl;
  return startProblem(Object.assign(new Error(message), { code }), DATABASE);
};

test.each([
  ["EEXIST", "/srv/site/data is not a folder: please set DATA_DIR."],
  ["ENOSPC", `The disk with ${DATABASE} is full: please free some space. Nothing was changed.`],
  [
    "SQLITE_READONLY_DIRECTORY",
    `${DATABASE} or its folder is not writable: please check their owner and permissions, and the disk. Nothing was changed.`,
  ],
  ["SQLITE_BUSY", `Another program is using ${DATABASE}: please stop it first. Nothing was changed.`],
  [
    "SQLITE_NOTADB",
    `The database ${DATABASE} is damaged: please restore a backup with npm run admin -- restore FILE. Nothing was changed.`,
  ],
  ["SQLITE_ERROR", null],
])("tells the operator why a site with SQLite does not start: %s", (code, sentence) => {
  expect(problemOf(code, undefined)).toBe(sentence);
});

test("tells the operator that the data folder is a link to a disk that is not mounted", () => {
  const error = Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "mkdir" });
  expect(startProblem(error, DATABASE)).toBe(
    "/srv/site/data leads to a folder that does not exist: please mount its disk, or set DATA_DIR.",
  );
});

const LOCKED =
  "PostgreSQL did not answer in time: another program locks its tables, or it is overloaded. Nothing was changed; please try again.";
const AWAY = "The database of DATABASE_URL cannot be reached: please check that address, and that the server runs.";

test.each([
  [
    "28P01",
    "",
    "PostgreSQL refuses DATABASE_URL: please check the user, the password and the name of the database in it.",
  ],
  ["ECONNREFUSED", "", AWAY],
  [undefined, "Connection terminated unexpectedly", AWAY],
  ["55P03", "", LOCKED],
  [undefined, "timeout exceeded when trying to connect", LOCKED],
  [undefined, "something else", null],
])("tells the operator why a site with PostgreSQL does not start: %s %s", (code, message, sentence) => {
  expect(problemOf(code, "postgres://db.example/site", message)).toBe(sentence);
});
