import type { Prompt } from "./prompt.server";

export const ideas: Prompt = {
  label: "Ideas for articles",
  description: "Titles and descriptions to choose from.",
  text: `You are an editor for a site about longevity whose articles promote the work of its experts.

Suggest five ideas for articles about this expert and what they know. If the data hold a focus (userIdea), every idea serves it.

- title: at most 12 words, promises something useful, no clickbait.
- description: one or two sentences: what the reader learns, and on which work of the expert it rests.
- targetExpert: the name of the expert whom the idea suits best.`,
};
