/**
 * What runs on PostgreSQL once more: the models, and the endpoints with lists, searches, decisions, conflicts and jobs.
 * The other endpoints ask the same models; a second run of all of them would cost several minutes.
 */
export const ON_POSTGRES = [
  "app/models/**/*.test.ts",
  "db/**/*.test.ts",
  "test/postgres/**/*.test.ts",
  ...[
    "admin",
    "admin-articles",
    "claims",
    "documents",
    "experts",
    "follow",
    "mcp",
    "own-pages",
    "public-calls",
    "questions",
    "races",
    "reach",
    "reach-feeds",
    "requests",
    "review",
    "statistics",
    "webhooks",
  ].map((name) => `test/http/${name}.test.ts`),
];

/** Test files that do not run on PostgreSQL, and why. */
export const ONLY_SQLITE: Record<string, string> = {
  "db/sqlite/**": "about SQLite's own file",
  "db/migrate.test.ts": "about SQLite's own file when the power goes",
  "db/schema.test.ts": "reads SQLite's schema; that PostgreSQL's is the same is a test in test/postgres",
  "db/search/**": "about FTS5; what both engines find is compared in test/postgres",
  "app/models/base/text/**": "no database",
  "app/models/editing/ai/generate-images.test.ts": "about other parties' services",
  "app/models/base/mail/queue.test.ts": "without a mail server, which PostgreSQL asks for",
  "app/models/whole/transfer/backup.test.ts": "about backups of SQLite's file",
  "app/models/whole/transfer/upgrade.test.ts": "about copies of SQLite's file",
};
