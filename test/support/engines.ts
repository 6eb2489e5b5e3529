/**
 * Lists the tests that run on PostgreSQL. Those of the models, of the database, and of races between requests run on both
 * engines, because their SQL and their locks differ. Those in test/postgres run only there; same-answers.test.ts compares the
 * answers of all endpoints with those on SQLite.
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
  "app/models/base/text/{names,synonyms}.test.ts": "makes no query",
  "app/models/editing/ai/generate-images.test.ts": "tests services of other companies",
  "app/models/editing/imports/{programs,public-tables,xlsx}.test.ts":
    "tests kinds of files; tables.test.ts imports and undoes on both engines",
  "app/models/base/mail/queue.test.ts": "tests a site without a mail server; the tests on PostgreSQL set SMTP_URL",
  "app/models/whole/transfer/backup.test.ts": "tests backups of SQLite's file",
  "app/models/whole/transfer/upgrade.test.ts": "tests copies of SQLite's file",
};

/**
 * Lists test files that use no database, and therefore do not run on PostgreSQL. On SQLite setup.ts gives them a file that is
 * no database, so a test that comes to use a database fails until it is removed from this list.
 */
export const WITHOUT_DATABASE = [
  "app/models/base/accounts/devices.test.ts",
  "app/models/base/accounts/password-concurrency.test.ts",
  "app/models/base/accounts/password-hashing.server.test.ts",
  "app/models/base/input/messages.test.ts",
  "app/models/base/input/read-export.test.ts",
  "app/models/base/mail/texts.test.ts",
  "app/models/base/markdown/markdown.commonmark.test.ts",
  "app/models/base/markdown/markdown.test.ts",
  "app/models/base/settings/setting-names.server.test.ts",
  "app/models/base/text/html-to-markdown.test.ts",
  "app/models/base/text/numbers.test.ts",
  "app/models/base/uploads/address.test.ts",
  "app/models/base/web/entered-url.test.ts",
  "app/models/base/web/readable-text.test.ts",
  "app/models/base/web/urls.test.ts",
  "app/models/editing/claims/proofs.test.ts",
  "app/models/editing/experts/bulk-choices.test.ts",
  "app/models/editing/imports/file-kinds.server.test.ts",
  "app/models/editing/imports/stored-rows.server.test.ts",
  "app/models/readers/lists/vcards.test.ts",
  "app/models/readers/visits/referrer.test.ts",
  "app/models/records/evidence/facts/facts.server.test.ts",
  "app/models/records/experts/form-rows.test.ts",
  "app/models/records/experts/submission-fields.test.ts",
  "app/models/records/experts/video-embeds.test.ts",
  "app/models/records/experts/websites.server.test.ts",
  "app/models/records/images/licences.test.ts",
  "app/models/records/listings/categories.test.ts",
  "app/models/records/shared/diff.server.test.ts",
  "app/models/whole/mail/links-in-mails.test.ts",
  "app/models/whole/starter/weak-sources.test.ts",
  "db/places/countries.test.ts",
  "db/postgres/outage-detector.test.ts",
];
