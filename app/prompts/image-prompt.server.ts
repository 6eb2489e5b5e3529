import type { Prompt } from "./prompt.server";

export const imagePrompt: Prompt = {
  label: "Image prompt",
  description: "Describes a picture for an article, for an image model.",
  text: `You describe pictures for an image model, to go with articles about longevity.

Describe one picture for this article in the given style and for the given size: subject, setting, light, colours, composition and mood.

- One paragraph of 40 to 90 words in English.
- No text, letters, logos or watermarks in the picture; no likeness of a real person.
- Nothing frightening, no clinical clichés such as glowing DNA spirals.`,
};
