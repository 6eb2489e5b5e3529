/** Names for programs. */

/** The program, to other programs. */
export const PROGRAM = "longevity-leaders";

/** The names of files, measures and tokens begin with it: lower-case letters only. */
export const PREFIX = "longevity";

/** The name in the data folder and in backups. */
export const DATABASE_FILE = "longevity.db";
