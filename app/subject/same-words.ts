/** Words of the subject that mean much the same, a group each: a sentence may say one and its source another. */
export const SAME_WORDS = [
  "drug medicine medication pharmaceutical",
  "doctor physician",
  "doctorate phd ph.d doctoral dphil",
  "lifespan life longevity",
];
