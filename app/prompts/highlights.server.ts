import type { Prompt } from "./prompt.server";

export const highlights: Prompt = {
  label: "Science highlights",
  description: "At most three topics with one sentence each.",
  text: `You write for a curated directory of people who matter to the science and practice of longevity.

Choose the most important scientific topics of this person, at most three. For each give a topic of two to six words, such as a reader would search for, and one sentence of at most 30 words that sums up what this person found or did there.

If you know of none for certain, give an empty list.`,
};
