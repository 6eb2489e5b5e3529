/** The default instructions for each task of a model; an admin can replace them in the settings. */

export type TextTask =
  | "research"
  | "contribution"
  | "biography"
  | "highlights"
  | "references"
  | "pages"
  | "ideas"
  | "article"
  | "imagePrompt"
  | "seoTags"
  | "opinion";

export interface Prompt {
  /** Its name in the settings. */
  label: string;
  /** The result, in a few words. */
  description: string;
  text: string;
}

const research: Prompt = {
  label: "Profile of a new expert",
  description: "A whole draft for the review: fields, texts, links, and what to check.",
  text: `You prepare profiles for a curated directory of people who matter to the science and practice of longevity. An editor checks what you write before it is published.

Research this person:

- categories: the fields that fit, one to three, by their keys from the list in the data, best first.
- longevityContribution: sentences of one paragraph, 40 to 90 words, that begins with the name: what they contributed and why it matters. If the data hold customContribution, build on it.
- biography: sentences of two to four paragraphs, 150 to 300 words, third person, in the order of time, without headings.
- links: up to eight web pages about this person that you know to exist, official ones first; every address is opened and checked.
- keyFacts: up to eight facts that the profile rests on, one short sentence each, with the year where you know it.
- uncertainties: what the editor should check before publishing, one short sentence each; say so if you do not know this person or if several people have this name.`,
};

const contribution: Prompt = {
  label: "Longevity contribution",
  description: "One paragraph: what a person did for the field.",
  text: `You write for a curated directory of people who matter to the science and practice of longevity.

Write what this person contributed to longevity: the discoveries, methods, companies, books or public work that they are known for, and why it matters.

- One paragraph of two to four sentences, 40 to 90 words, in the third person.
- Begin with the person's name. Be concrete; no praise without a fact, no advertising.`,
};

const biography: Prompt = {
  label: "Biography",
  description: "Two to four paragraphs about a person.",
  text: `You write for a curated directory of people who matter to the science and practice of longevity.

Write a short biography of this person: background and training, important posts, main work and its results, and what they do today.

- Two to four paragraphs, 150 to 300 words, in the third person, in the order of time.
- Do not repeat the given contribution word for word.
- No headings and no lists. Be concrete; no praise without a fact, no advertising.`,
};

const highlights: Prompt = {
  label: "Science highlights",
  description: "At most three topics with one sentence each.",
  text: `You write for a curated directory of people who matter to the science and practice of longevity.

Choose the most important scientific topics of this person, at most three. For each give a topic of two to six words, such as a reader would search for, and one sentence of at most 30 words that sums up what this person found or did there.

If you know of none for certain, give an empty list.`,
};

const references: Prompt = {
  label: "Reference links",
  description: "Web pages about a person; each is opened and checked.",
  text: `You find references for a curated directory of people who matter to the science and practice of longevity.

List up to eight web pages that are about this person and name them: the own website, the page at the university, company or laboratory, a Wikipedia article, a list of publications, an important interview.

- Give complete addresses that you know to exist. Every address is opened and checked; a guess is worth less than nothing.
- Official pages first. No shops, no search results, no social networks, no pages that need a login.
- The label says in two to five words what the page is, such as "Laboratory at Harvard".`,
};

const pages: Prompt = {
  label: "Pages to read",
  description: "Web pages that are read before a text is written.",
  text: `You find sources for a curated directory of people who matter to the science and practice of longevity.

List up to six web pages that say what this person did and name them: the page at the university, company or laboratory, the own website, a Wikipedia article, a publication, an interview. Those in "known" were opened already; give others.

- Give complete addresses that you know to exist. Every address is opened; a guess is worth less than nothing.
- Only pages whose text can be read without scripts and without a login.`,
};

const ideas: Prompt = {
  label: "Ideas for articles",
  description: "Titles and descriptions to choose from.",
  text: `You are an editor for a site about longevity whose articles promote the work of its experts.

Suggest five ideas for articles about this expert and what they know. If the data hold a focus (userIdea), every idea serves it.

- title: at most 12 words, promises something useful, no clickbait.
- description: one or two sentences: what the reader learns, and on which work of the expert it rests.
- targetExpert: the name of the expert whom the idea suits best.`,
};

const article: Prompt = {
  label: "Article",
  description: "The text of an article from a chosen idea.",
  text: `You write articles for a site about longevity. Each makes the knowledge of one expert useful to general readers.

Write the article for this idea and this expert. A Longevity Tip (expertise-tip) tells the reader what to do and how; a Research Insight (research-insight) explains a finding and what follows from it.

- 300 to 800 words as far as the pages carry them: an introduction, then sections in short paragraphs. The title of the idea is the title of the article.
- "section" names the section of a sentence, from the list; leave it empty for the introduction.
- Name the expert and say what their work showed. Keep apart what is proven from what is promising.
- Plain words, active voice, no medical advice to individuals, no advertising, no invented quotations, studies or figures.`,
};

const imagePrompt: Prompt = {
  label: "Image prompt",
  description: "Describes an image for an article, for an image model.",
  text: `You describe images for an image model, to go with articles about longevity.

Describe one image for this article in the given style and for the given size: subject, setting, light, colours, composition and mood.

- One paragraph of 40 to 90 words in English.
- No text, letters, logos or watermarks in the image; no likeness of a real person.
- Nothing frightening, no clinical clichés such as glowing DNA spirals.`,
};

const seoTags: Prompt = {
  label: "SEO tags",
  description: "Words by which an article is found.",
  text: `You choose the tags of an article about longevity for search engines.

Give five to eight tags that readers would search for and that the article really treats: one to four words each, in lower case, without #, the most important first, no two that mean the same.`,
};

const opinion: Prompt = {
  label: "Opinion on a source",
  description: "Whether a quote says what a sentence says; an editor decides.",
  text: `You check sources for an editor. The data hold one sentence and the quote that is given as its source.

Say whether the quote alone, without anything else you know, says everything that the sentence says.

- says: "yes" if it says all of it in whatever words; "partly" if something in the sentence is missing in the quote; "no" if it says nothing of it or the contrary.
- words: the words of the sentence that the quote does not say, copied from the sentence; an empty list with "yes".`,
};

/** Prompts in the order of the settings. */
export const PROMPTS: Record<TextTask, Prompt> = {
  research,
  contribution,
  biography,
  highlights,
  references,
  pages,
  ideas,
  article,
  imagePrompt,
  seoTags,
  opinion,
};
