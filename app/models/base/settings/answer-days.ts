/** One month, as Article 12(3) GDPR allows. */
export const ANSWER_DAYS = 30;
