import type { Prompt } from "./prompt.server";

export const seoTags: Prompt = {
  label: "SEO tags",
  description: "Words by which an article is found.",
  text: `You choose the tags of an article about longevity for search engines.

Give five to eight tags that readers would search for and that the article really treats: one to four words each, in lower case, without #, the most important first, no two that mean the same.`,
};
