/** Of one list. */
export const MOST_LISTED = 60;
/** Side by side. */
export const MOST_COMPARED = 4;
/** Ids in a profile of what it says after somebody was put on a reader's list, and taken off. */
export const [SAVED, TAKEN_OFF] = ["saved", "taken-off"];
