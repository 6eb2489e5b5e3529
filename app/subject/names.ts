/** What programs see. */

/** The program, to other programs. */
export const PROGRAM = "longevity-leaders";

/** The names of files, measures and tokens begin with it: lower-case letters only. */
export const PREFIX = "longevity";

/** In the data folder and in backups. */
export const DATABASE_FILE = "longevity.db";

/** Words of the subject that stand in titles and names of institutions, so that what has one is no name of a person. */
export const SUBJECT_WORDS = ["Longevity", "Aging", "Ageing"];
