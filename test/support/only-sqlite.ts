/** Test files that do not run on PostgreSQL, and why. */
export const ONLY_SQLITE: Record<string, string> = {
  "db/sqlite/**": "about SQLite's own file",
  "db/migrate.test.ts": "about migrations that were before the first of PostgreSQL",
  "db/search/**": "about FTS5; what both engines find is compared in test/postgres",
  "app/models/text/**": "no database",
  "app/models/images/generate.test.ts": "about other parties' services",
  "app/models/mail/queue.test.ts": "without a mail server, which PostgreSQL asks for",
  "app/models/transfer/backup.test.ts": "about backups of SQLite's file",
  "test/doors/durability.test.ts": "about SQLite's file after a kill",
  "test/doors/older-version.test.ts": "about a file of an older version",
  "test/doors/query-plans.test.ts": "about SQLite's plans",
  "test/doors/unreadable.test.ts": "about a damaged file",
  "test/doors/overload.test.ts": "about the server's own limits",
};
