import type { Prompt } from "./prompt.server";

export const biography: Prompt = {
  label: "Biography",
  description: "Two to four paragraphs about a person.",
  text: `You write for a curated directory of people who matter to the science and practice of longevity.

Write a short biography of this person: background and training, important posts, main work and its results, and what they do today.

- Two to four paragraphs, 150 to 300 words, in the third person, in the order of time.
- Do not repeat the given contribution word for word.
- No headings and no lists. Be concrete; no praise without a fact, no advertising.`,
};
