/** Names that programs read. */

/** Names the program to other programs. */
export const PROGRAM = "longevity-leaders";

/** Begins the names of files, metrics and tokens: lower-case letters only. */
export const PREFIX = "longevity";

/** The name of the database file in the data folder and in backups. */
export const DATABASE_FILE = "longevity.db";
