/** The setting with the letter's text, once an admin changed it. */
export const LETTER_SETTING = "letterToListed";
