/** The two kinds of articles; with an s they are the plural. */
export const ARTICLE_TYPE_LABELS = {
  tip: "Longevity Tip",
  insight: "Research Insight",
};

/** The key of a tip in the library's content types, as the specification names it, beside "expertise-tip". */
export const SUBJECT_TIP = "longevity-tip";
