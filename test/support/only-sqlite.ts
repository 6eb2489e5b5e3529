/** Test files that do not run on PostgreSQL, and why. */
export const ONLY_SQLITE: Record<string, string> = {
  "db/sqlite/**": "about SQLite's own file",
  "db/migrate.test.ts": "about migrations that were before the first of PostgreSQL",
  "app/models/transfer/backup.test.ts": "about backups of SQLite's file",
};
