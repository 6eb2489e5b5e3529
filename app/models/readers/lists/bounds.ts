/** Limits the people of one list. */
export const MAX_LISTED = 60;
/** Limits the people of a comparison. */
export const MAX_COMPARED = 4;
/** Ids of the messages on a profile after the person was added to the reader's list, or removed from it. */
export const [SAVED, REMOVED] = ["saved", "taken-off"];
