/** Words of the subject that mean much the same, a group each: a sentence may say one and its source another. */
export const SAME_WORDS = ["warming heating", "emission pollution"];

export const BROADER_WORDS = ["gas methane"];

export const WORDS_OF_INSTITUTIONS = ["observatory"];
