/** Words of the subject that mean much the same, a group each: a sentence may say one and its source another. */
export const SAME_WORDS = [
  "drug medicine medication pharmaceutical",
  "medicine medical",
  "md doctor physician clinician surgeon medical",
  "hospital clinic",
  "doctorate phd ph ph.d doctoral dphil",
  "lifespan life longevity",
  "health healthy normal",
  "elderly older geriatric",
];

/** Words of the subject with what they cover: a sentence may say the first where its source says another. */
export const BROADER_WORDS = [
  "professional doctor lawyer teacher engineer nurse",
  "degree bachelor master doctorate phd",
];

/** Words of the subject in the names of institutions: what has one is no person's name. */
export const WORDS_OF_INSTITUTIONS = ["clinic", "medicine"];
