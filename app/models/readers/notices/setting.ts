/** Names the setting that holds the letter's text if an admin changed it. */
export const LETTER_SETTING = "letterToListed";
