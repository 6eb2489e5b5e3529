/** The two kinds of articles. */
export const ARTICLE_TYPE_LABELS = {
  tip: "Longevity Tip",
  insight: "Research Insight",
};
