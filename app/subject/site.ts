/** What the site and its program are called. */

/** Until the operator or an admin gives the site another name. */
export const SITE_NAME = "Longevity Leaders";

/** The program, to other programs. */
export const PROGRAM = "longevity-leaders";

/** The names of files, measures and tokens begin with it: lower-case letters only. */
export const PREFIX = "longevity";

/** In the data folder and in backups. */
export const DATABASE_FILE = "longevity.db";

export const NEWSWIRE = "Longevity Newswire";
