/** The two kinds of articles; with an s they are the plural. */
export const ARTICLE_TYPE_LABELS = {
  tip: "Longevity Tip",
  insight: "Research Insight",
};
