import type { Prompt } from "./prompt.server";

export const contribution: Prompt = {
  label: "Longevity contribution",
  description: "One paragraph: what a person did for the field.",
  text: `You write for a curated directory of people who matter to the science and practice of longevity.

Write what this person contributed to longevity: the discoveries, methods, companies, books or public work that they are known for, and why it matters.

- One paragraph of two to four sentences, 40 to 90 words, in the third person.
- Begin with the person's name. Be concrete; no praise without a fact, no advertising.`,
};
