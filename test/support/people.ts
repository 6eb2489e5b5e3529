/** Adds people to a site's database by the functions of the model. A running server sees them at once. */
import type { ExpertInput } from "../../app/models/records/experts/input.server";
import { inDatabase, prepareModels } from "./database";

/** Adds people to a running site, in one transaction. Throws ZodError when a person is not valid. */
export async function addPeople(site: { dataDir: string }, people: ExpertInput[]): Promise<void> {
  await prepareModels(site);
  const { addExperts } = await import("../../app/models/editing/experts/write.server");
  await inDatabase(site.dataDir, (db) =>
    db.transaction().execute((tx) => addExperts(tx, people, { origin: "import" })),
  );
}

/** Returns `count` people who differ only in their names: Person 001, Person 002, … */
export function makeCrowd(count: number, common: Partial<ExpertInput> = {}): ExpertInput[] {
  return Array.from({ length: count }, (_, index) => ({
    title: "Member of the crowd",
    longevityContribution: "Stands in a long list.",
    ...common,
    name: `Person ${String(index + 1).padStart(3, "0")}`,
  }));
}

/** A person with every field filled in, and with more list items than a profile shows. */
export const adaFull = {
  name: "Ada Full",
  slug: "ada-full",
  title: "Professor of complete records",
  categories: ["academic", "author", "astrologer"],
  longevityContribution: "First to have every field filled.\nSecond to nobody.",
  biography:
    "Ada **wrote** it all.\n\n## Early years\n\n- born\n- raised\n\nSee [the site](https://ada.example/about) and [nothing](javascript:alert(1)).",
  imageUrl: "/favicon.svg",
  customGptUrl: "https://assistant.example/ada",
  longevityInterviewTitle: "An hour with Ada",
  longevityInterviewImageUrl: "/favicon.svg?poster",
  longevityInterviewShortDescription: "In short: everything.",
  longevityInterviewLongDescription: "At length: everything, twice.",
  longevityInterviewDownloadNotesUrl: "https://ada.example/notes.pdf",
  longevityInterviewVideoEmbed:
    '<iframe src="https://www.youtube.com/embed/aaaaaaaaaaa" onload="alert(1)"></iframe><script>alert(1)</script>',
  productTitle: "The Ada method",
  productImageUrl: "/favicon.svg?product",
  productDescription: "Does what it says.",
  productButtonText: "Get the method",
  productButtonUrl: "https://ada.example/method",
  youtubeEmbeds: [
    '<iframe src="https://www.youtube.com/embed/bbbbbbbbbbb"></iframe>',
    "",
    "https://vimeo.com/76979871",
    "https://videos.example/talk",
    "https://youtu.be/ccccccccccc",
    "https://youtu.be/ddddddddddd",
  ],
  books: ["Only a Title", "With Everything|Ada Full and B. Other|https://books.example/everything"],
  scienceHighlights: ["A headline|What it means | and more", "Headline alone", "A third", "A fourth too many"],
  referenceLinks: [
    "Her site|https://ada.example/",
    "https://www.plain.example/path",
    "Pipes | in | labels|https://pipes.example/",
  ],
  sources: ["https://sources.example/ada", "A book on paper"],
} satisfies ExpertInput;

/** The fields of a submission with all fields filled in. */
export const fullSubmission = {
  name: "Nadia Newcomer",
  title: "Professor of Beginnings",
  categories: ["academic", "author"],
  longevityContribution: "Found out how things start.",
  biography: "Born, then **started**.",
  referenceLinks: ["https://nadia-newcomer.example/"],
  submitterReason: "She is missing.",
  submitterName: "Somebody Else",
  submitterEmail: "somebody.else@mail.example",
};

const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(1)>"'><b>&amp;{{7*7}}\${7*7}`;
const LONG = "longevity ".repeat(1_000);

/** People whose texts attack the page with markup, or break its layout. */
export const troublemakers = [
  {
    name: `${HOSTILE.slice(0, 60)}`,
    slug: "html-everywhere",
    title: HOSTILE,
    categories: ["academic", HOSTILE.slice(0, 60)],
    longevityContribution: HOSTILE,
    biography: `${HOSTILE}\n\n[click](javascript:alert(1)) ![](x" onerror="alert(1)) <svg onload=alert(1)>`,
    imageUrl: "javascript:alert(1)",
    customGptUrl: "javascript:alert(1)",
    longevityInterviewTitle: HOSTILE,
    longevityInterviewImageUrl: "//evil.example/x.png",
    longevityInterviewShortDescription: HOSTILE,
    longevityInterviewLongDescription: HOSTILE,
    longevityInterviewDownloadNotesUrl: "data:text/html,<script>alert(1)</script>",
    longevityInterviewVideoEmbed: `<iframe src="javascript:alert(1)"></iframe>`,
    productTitle: HOSTILE,
    productImageUrl: "data:image/svg+xml,<svg onload=alert(1)>",
    productDescription: HOSTILE,
    productButtonText: HOSTILE,
    productButtonUrl: "vbscript:alert(1)",
    youtubeEmbeds: [HOSTILE, `<iframe src="https://www.youtube.com/embed/x"onload=alert(1)>`],
    books: [HOSTILE, `${HOSTILE}|${HOSTILE}|javascript:alert(1)`],
    scienceHighlights: [`${HOSTILE}|${HOSTILE}`],
    referenceLinks: [`${HOSTILE}|https://fine.example/`, "Bad|javascript:alert(1)"],
    sources: [HOSTILE],
  },
  {
    name: "Maximiliana-Alexandrina Konstantinopolitanischedudelsackpfeifer von und zu Hohenlohe-Walde",
    slug: "ninety-characters",
    title: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftspräsidentin".repeat(2),
    categories: ["clinician", "regulator_policy", "philanthropist_advocate", "scientist_innovator"],
    longevityContribution: "x".repeat(10_000),
    biography: `${LONG}\n\n| a | b |\n|---|---|\n| ${"wide".repeat(100)} | c |\n\n\`\`\`\n${"code ".repeat(100)}\n\`\`\``,
    referenceLinks: [`https://long.example/${"path".repeat(200)}`, `${"label".repeat(100)}|https://long.example/`],
    books: [`${"Title".repeat(100)}|${"Author".repeat(100)}|https://long.example/`],
    scienceHighlights: [`${"Headline".repeat(60)}|${LONG.slice(0, 4_000)}`],
  },
  {
    name: "山中 伸弥",
    slug: "other-scripts",
    title: "京都大学iPS細胞研究所名誉所長",
    categories: ["academic"],
    longevityContribution: "人工多能性幹細胞の作製。".repeat(40),
    biography: "성숙한 세포를 되돌리다. ".repeat(40),
  },
  {
    name: "د. فاطمة الزهراء بنت محمد",
    slug: "right-to-left",
    title: "باحثة في طول العمر",
    categories: ["author"],
    longevityContribution: "درست الشيخوخة الصحية. \u202Eobsolete override",
    biography: "## سيرة\n\nعملت في **القاهرة** وباريس.",
  },
  {
    name: "👩‍🔬 Emoji 👨‍👩‍👧‍👦 Person 🧬",
    slug: "emoji-person",
    title: "🧬".repeat(100),
    categories: ["author"],
    longevityContribution: "🇯🇵👩🏽‍🔬🧓🏿 ".repeat(100),
    biography: "🧪 *works* 🧫",
  },
  {
    name: "Null\u0000 Byte\u0007 Person",
    slug: "null-bytes",
    title: "Control\u0000 of\u001b everything",
    categories: ["author"],
    longevityContribution: "Before\u0000after\u0008.",
    biography: "Before\u0000after, \ufffe and \ud800 alone.",
    books: ["Null\u0000book"],
  },
] satisfies ExpertInput[];
