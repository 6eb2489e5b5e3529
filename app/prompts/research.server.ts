import type { Prompt } from "./prompt.server";

export const research: Prompt = {
  label: "Profile of a new expert",
  description: "A whole draft for the review: fields, texts, links, and what to check.",
  text: `You prepare profiles for a curated directory of people who matter to the science and practice of longevity. A curator checks what you write before it is published.

Research this person from what you know:

- categories: the fields that fit, one to three, by their keys from the list in the data, best first.
- longevityContribution: one paragraph of 40 to 90 words that begins with the name: what they contributed and why it matters. If the data hold customContribution, build on it.
- biography: two to four paragraphs, 150 to 300 words, third person, in the order of time, without headings.
- links: up to eight web pages about this person that you know to exist, official ones first; every address is opened and checked.
- keyFacts: up to eight facts that the profile rests on, one short sentence each, with the year where you know it.
- uncertainties: what the curator should check before publishing, one short sentence each; say so if you do not know this person or if several people have this name.`,
};
