/** The answers of the local AI provider to each task. They look like a model's and depend on the data alone. */

export type AiTask =
  | "contribution"
  | "biography"
  | "highlights"
  | "references"
  | "pages"
  | "research"
  | "ideas"
  | "article"
  | "imagePrompt"
  | "seoTags"
  | "opinion";

type Data = Record<string, unknown>;

/** Answers with sentences that cite the page about the person, if the data contain that page. */
export const AI_ANSWERS: Record<AiTask, (data: Data) => string> = {
  contribution: (data) => JSON.stringify({ sentences: withSources(data, [contribution(nameIn(data))]) }),
  biography: (data) => JSON.stringify({ sentences: withSources(data, biography(nameIn(data))) }),
  highlights: (data) =>
    JSON.stringify({
      highlights: ["Cellular ageing", "Clinical trials", "Public understanding"].map((topic) => {
        const [{ text: summary = "", ...source } = {}] = withSources(data, [highlight(nameIn(data))]);
        return { topic, summary, ...source };
      }),
    }),
  pages: () => JSON.stringify({ pages: [] }),
  references: (data) => JSON.stringify({ links: links(nameIn(data)) }),
  research: (data) => {
    const name = nameIn(data);
    return JSON.stringify({
      categories: ["academic", "author"],
      longevityContribution: withSources(data, [contribution(name)]),
      biography: withSources(data, biography(name)),
      links: links(name),
      keyFacts: [`${name} leads a laboratory.`, `${name} wrote a book about ageing.`],
      uncertainties: ["The year in which the laboratory was founded."],
    });
  },
  ideas: (data) =>
    JSON.stringify({
      ideas: ["Sleep", "Strength", "Food"].map((topic) => ({
        title: `${topic}: what ${nameIn(data)} teaches us`,
        description: `How the work of ${nameIn(data)} changes what we know about ${topic.toLowerCase()}.`,
        targetExpert: nameIn(data),
      })),
    }),
  article: (data) => {
    const [firstSentence, ...otherSentences] = withSources(data, article(nameIn(data)));
    return JSON.stringify({
      sentences: [firstSentence, ...otherSentences.map((sentence) => ({ ...sentence, section: "What to do" }))],
    });
  },
  imagePrompt: (data) => `A bright laboratory in the morning, calm and hopeful, for an article about ${nameIn(data)}.`,
  opinion: ({ sentence }) =>
    JSON.stringify({ says: "partly", words: [/\d{4}/.exec(String(sentence))?.[0] ?? "", "no part of it"] }),
  seoTags: () => JSON.stringify({ tags: ["longevity", "healthy ageing", "research"] }),
};

const contribution = (name: string) =>
  `${name} studies why cells age and how that can be slowed, and brings the results into clinical practice.`;

const biography = (name: string) => [
  `${name} is known for work on the biology of ageing.`,
  `Before that, ${name} trained as a physician and wrote widely for the public.`,
];

const highlight = (name: string) => `${name} moved this field forward with work that others build on.`;

const article = (name: string) => [
  `${name} studies how we age.`,
  `${name} recommends to sleep well and to move every day.`,
];

/** Returns an HTML page that contains every sentence about a person. */
export function pageHtml(name: string): string {
  const escapedName = name.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const sentences = [
    contribution(escapedName),
    ...biography(escapedName),
    highlight(escapedName),
    ...article(escapedName),
  ];
  return `<title>${escapedName}</title><h1>${escapedName}</h1>${sentences.map((sentence) => `<p>${sentence}</p>`).join("")}`;
}

/** Returns each sentence as a paragraph, with the number of the page that contains it. */
export function withSources(data: Data, sentences: string[]) {
  const pages = (data.pages ?? []) as { number: number; text: string }[];
  return sentences.map((text, index) => {
    const source = pages.find((page) => page.text.includes(text))?.number ?? null;
    return { text, source, quote: source ? text : "", paragraph: index + 1 };
  });
}

const links = (name: string) => [
  { label: "Website", url: `https://example.org/people/${slug(name)}` },
  { label: "Laboratory", url: `https://example.com/lab/${slug(name)}` },
];

const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Returns the name of the person whom the data are about, from any of the places that hold it. */
export function nameIn(data: Data): string {
  const expert = (data.expert ?? (Array.isArray(data.experts) ? data.experts[0] : undefined)) as Data | undefined;
  const name = data.expertName ?? data.name ?? expert?.expertName ?? expert?.name;
  return typeof name === "string" && name ? name : "the expert";
}
