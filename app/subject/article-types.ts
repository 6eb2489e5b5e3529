/** Names the two kinds of articles; an added "s" makes the plural. */
export const ARTICLE_TYPE_LABELS = {
  tip: "Longevity Tip",
  insight: "Research Insight",
};

/** The library's content type of a tip on the subject; the specification names it, beside "expertise-tip". */
export const SUBJECT_TIP = "longevity-tip";
