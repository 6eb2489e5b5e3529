/** Most people of one list. */
export const MAX_LISTED = 60;
/** Side by side. */
export const MAX_COMPARED = 4;
/** Ids of the messages in a profile after the person was put on a reader's list, and taken off. */
export const [SAVED, TAKEN_OFF] = ["saved", "taken-off"];
