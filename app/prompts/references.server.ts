import type { Prompt } from "./prompt.server";

export const references: Prompt = {
  label: "Reference links",
  description: "Web pages about a person; each is opened and checked.",
  text: `You find references for a curated directory of people who matter to the science and practice of longevity.

List up to eight web pages that are about this person and name them: the own website, the page at the university, company or laboratory, a Wikipedia article, a list of publications, an important interview.

- Give complete addresses that you know to exist. Every address is opened and checked; a guess is worth less than nothing.
- Official pages first. No shops, no search results, no social networks, no pages that need a login.
- The label says in two to five words what the page is, such as "Laboratory at Harvard".`,
};
