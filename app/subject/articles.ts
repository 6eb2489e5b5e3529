/** Texts of the list of articles. */
export const ARTICLES_PAGE = {
  lead: "Research insights and longevity tips.",
  description: "Articles on longevity science: research insights and practical tips.",
};
