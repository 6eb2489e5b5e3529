const PROMPT = {
  label: "A text",
  description: "About a climate scientist.",
  text: "You write for a directory of climate scientists. Write what the data ask for.",
};

export type TextTask = keyof typeof PROMPTS;
export type Prompt = typeof PROMPT;

export const PROMPTS = {
  research: PROMPT,
  contribution: PROMPT,
  biography: PROMPT,
  highlights: PROMPT,
  references: PROMPT,
  pages: PROMPT,
  ideas: PROMPT,
  article: PROMPT,
  imagePrompt: PROMPT,
  seoTags: PROMPT,
  opinion: PROMPT,
};
