/** The days until an answer is due: Article 12(3) GDPR allows one month. */
export const ANSWER_DAYS = 30;
