/** Limits the people of one list. */
export const MAX_LISTED = 60;
/** Limits the people of a comparison. */
export const MAX_COMPARED = 4;
/** The id of the message on a profile after the person was added to the reader's list. */
export const SAVED = "saved";
/** The id of the message after the person was removed from it. */
export const REMOVED = "taken-off";
