/** Where the letter's text is stored once an admin changed it. */
export const LETTER_SETTING = "letterToListed";
