/** Limits the migrations that a message names one by one. */
const MAX_NAMES = 5;

/** Names migrations in a message. Of many it names only the first and the last. */
export function nameMigrations(names: string[]): string {
  if (names.length === 1) return `the migration ${names[0]}`;
  if (names.length <= MAX_NAMES) return `the migrations ${names.join(", ")}`;
  return `${names.length} migrations, from ${names[0]} to ${names.at(-1)}`;
}
