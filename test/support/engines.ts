/**
 * Lists the tests that run again on PostgreSQL: those of the models, and of races between requests, because locks differ. The
 * answers of all endpoints are compared in test/postgres/same-answers.test.ts.
 */
export const ON_POSTGRES = [
  "app/models/**/*.test.ts",
  "db/**/*.test.ts",
  "test/postgres/**/*.test.ts",
  "test/http/races.test.ts",
];

/** Maps the test files that do not run on PostgreSQL to the reason. */
export const ONLY_SQLITE: Record<string, string> = {
  "db/sqlite/**": "tests SQLite's file",
  "db/migrate.test.ts": "tests SQLite's file after a power failure",
  "db/schema.test.ts": "reads SQLite's schema; test/postgres compares PostgreSQL's with it",
  "db/search/**": "tests FTS5; test/postgres compares the results of both engines",
  "app/models/base/text/**": "uses no database",
  "app/models/editing/ai/generate-images.test.ts": "tests services of other companies",
  "app/models/base/mail/queue.test.ts": "runs without a mail server, which PostgreSQL requires",
  "app/models/whole/transfer/backup.test.ts": "tests backups of SQLite's file",
  "app/models/whole/transfer/upgrade.test.ts": "tests copies of SQLite's file",
};
