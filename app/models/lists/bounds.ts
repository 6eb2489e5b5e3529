/** Of one list. */
export const MOST_LISTED = 60;
/** Side by side. */
export const MOST_COMPARED = 4;
