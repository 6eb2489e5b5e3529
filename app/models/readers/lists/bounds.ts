/** Limits the people of one list. */
export const MAX_LISTED = 60;
/** Limits the people of a comparison. */
export const MAX_COMPARED = 4;
/** The id of the message on a profile after the person was added to the reader's list, or removed from it. A type adds no file to pages. */
export type ListMessageId = "saved" | "taken-off";
