export const ARTICLE_TYPE_LABELS = { tip: "Climate Hint", insight: "Climate Finding" };

export const SUBJECT_TIP = "climate-tip";
