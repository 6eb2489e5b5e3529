/** Counts one month, which Article 12(3) GDPR allows for an answer. */
export const ANSWER_DAYS = 30;
