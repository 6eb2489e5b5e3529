export const ARTICLES_PAGE = {
  lead: "Findings and hints about the climate.",
  description: "Articles on the science of the climate.",
};
