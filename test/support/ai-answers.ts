/** What the local AI provider answers to each task: always the same from the same data, and such as a model would. */

export type AiTask =
  | "contribution"
  | "biography"
  | "highlights"
  | "references"
  | "research"
  | "ideas"
  | "article"
  | "imagePrompt"
  | "seoTags";

type Data = Record<string, unknown>;

export const AI_ANSWERS: Record<AiTask, (data: Data) => string> = {
  contribution: (data) => contribution(nameIn(data)),
  biography: (data) => biography(nameIn(data)),
  highlights: (data) =>
    JSON.stringify({
      highlights: ["Cellular ageing", "Clinical trials", "Public understanding"].map((topic) => ({
        topic,
        summary: `${nameIn(data)} moved this field forward with work that others build on.`,
      })),
    }),
  references: (data) => JSON.stringify({ links: links(nameIn(data)) }),
  research: (data) => {
    const name = nameIn(data);
    return JSON.stringify({
      categories: ["academic", "author"],
      longevityContribution: contribution(name),
      biography: biography(name),
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
  article: (data) =>
    `# What ${nameIn(data)} teaches us\n\n${nameIn(data)} studies how we age.\n\n## What to do\n\n- Sleep well.\n- Move every day.\n`,
  imagePrompt: (data) => `A bright laboratory in the morning, calm and hopeful, for an article about ${nameIn(data)}.`,
  seoTags: () => JSON.stringify({ tags: ["longevity", "healthy ageing", "research"] }),
};

const contribution = (name: string) =>
  `${name} studies why cells age and how that can be slowed, and brings the results into clinical practice.`;

const biography = (name: string) =>
  `${name} is known for work on the biology of ageing.\n\nBefore that, ${name} trained as a physician and wrote widely for the public.`;

const links = (name: string) => [
  { label: "Website", url: `https://example.org/people/${slug(name)}` },
  { label: "Laboratory", url: `https://example.com/lab/${slug(name)}` },
];

const slug = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** The person that the data are about, wherever it stands in them. */
function nameIn(data: Data): string {
  const expert = (data.expert ?? (Array.isArray(data.experts) ? data.experts[0] : undefined)) as Data | undefined;
  const name = data.expertName ?? data.name ?? expert?.expertName ?? expert?.name;
  return typeof name === "string" && name ? name : "the expert";
}
