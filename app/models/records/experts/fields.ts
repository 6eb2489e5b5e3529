/**
 * The record of an expert, in the order of the form. Type, schema, form, labels, JSON, dataset, imports, history and
 * reports follow from it. `profiles.server.ts` and the profile's page say what readers see of it.
 */

import { categories } from "~/models/records/listings/categories";
import {
  emptyRecord,
  type Field,
  labelsIn,
  type NamesOf,
  namesOf,
  namesWhere,
  namesWith,
  type RecordOf,
} from "~/models/records/shared/fields";
import { FIELD_LABELS } from "~/subject/fields";
import { POSITION_PARTS } from "./positions";

const MAX_ADDRESS = 2_048;
const MAX_IDENTIFIER = 300;

export const EXPERT_RECORD = {
  name: {
    kind: "line",
    label: "Name",
    max: 200,
    group: "Person",
    required: "Please enter a name.",
    isInLists: true,
    dataset: "name",
    headings: ["full name", "expert", "person"],
  },
  slug: {
    kind: "line",
    label: "Page address",
    max: 80,
    group: "Person",
    hint: "Former addresses still lead here.",
    isInLists: true,
    headings: ["address"],
  },
  title: {
    kind: "line",
    label: "Title",
    max: 300,
    group: "Person",
    hint: "Position and institution.",
    isInLists: true,
    dataset: "title",
    headings: ["position", "role", "job title", "professional title"],
    isSourced: true,
    isUndivided: true,
  },
  positions: {
    kind: "rows",
    label: "Positions",
    max: 2_500,
    entries: 30,
    row: { noun: "Position", parts: POSITION_PARTS },
    group: "Work and life",
    hint: "The present one first. Years or days (2011, 2011-05); without an end it lasts, “ended” where the year is not known. Title, affiliation and place follow from the present one unless you write others.",
    description: "Each role|institution|from|to|address of the source, and more parts, as objects in calls.",
    dataset: "positions",
    headings: ["positions", "employment", "career"],
  },
  customGptUrl: {
    kind: "address",
    label: "AI assistant",
    max: MAX_ADDRESS,
    group: "Person",
    hint: "Address of an assistant that answers as this expert.",
    isInLists: true,
  },
  categories: {
    kind: "choices",
    label: "Categories",
    max: 60,
    entries: categories.length,
    group: "Person",
    description: `Keys such as ${categories[0].key}.`,
    isInLists: true,
    dataset: "categories",
    headings: ["category", "field", "fields"],
  },
  featured: { kind: "flag", label: "Featured", group: "Person", hint: "Featured on the home page", isInLists: true },
  imageUrl: {
    kind: "image",
    label: "Portrait",
    max: MAX_ADDRESS,
    group: "Person",
    description: "A path on this site, or empty.",
    isInLists: true,
    headings: ["image", "photo", "picture", "image url"],
  },
  affiliation: {
    kind: "line",
    label: "Affiliation",
    max: 300,
    group: "Work and life",
    hint: "The institution alone.",
    dataset: "affiliation",
    headings: ["institution", "organization", "organisation", "employer"],
  },
  orcid: {
    kind: "identifier",
    label: "ORCID",
    max: MAX_IDENTIFIER,
    group: "Work and life",
    hint: "Or the address of its page.",
    description: "Bare identifier, empty while unknown.",
    dataset: "orcid",
  },
  wikidata: { kind: "identifier", label: "Wikidata", max: MAX_IDENTIFIER, group: "Work and life", dataset: "wikidata" },
  openalex: {
    kind: "identifier",
    label: "OpenAlex",
    max: MAX_IDENTIFIER,
    group: "Work and life",
    hint: "The person's author entry: A and digits.",
    dataset: "openalex",
  },
  ror: {
    kind: "identifier",
    label: "Number of the institution",
    max: MAX_IDENTIFIER,
    group: "Work and life",
    after: "affiliation",
    hint: "In the register of organisations, ror.org.",
    dataset: "ror",
  },
  interests: {
    kind: "text",
    label: "Disclosed interests",
    max: 2_000,
    group: "Work and life",
    lines: 2,
    hint: "Disclosed equity, funding and the like.",
    description: "Disclosed interests.",
    isOnProfile: true,
  },
  longevityContribution: {
    kind: "text",
    label: FIELD_LABELS.contribution,
    max: 10_000,
    group: "Texts",
    lines: 5,
    isInLists: true,
    dataset: "longevityContribution",
    headings: ["contribution", "summary"],
    isSourced: true,
  },
  biography: {
    kind: "prose",
    label: "Biography",
    max: 100_000,
    group: "Texts",
    lines: 12,
    hint: "Markdown works.",
    description: "Markdown.",
    dataset: "biography",
    headings: ["bio", "about"],
    isSourced: true,
  },
  referenceLinks: {
    kind: "rows",
    label: "Reference links",
    max: 2_500,
    entries: 100,
    row: { noun: "Link", parts: ["Label", "Address", "Kind"] },
    group: "Links and works",
    hint: "The official website first.",
    description: "Each label|address.",
    isInLists: true,
    dataset: "links",
    headings: ["website", "websites", "links", "url", "reference link", "homepage"],
  },
  linkKinds: {
    kind: "rows",
    label: "Kinds of links",
    max: 2_500,
    entries: 100,
    description: "Each kind|address.",
  },
  books: {
    kind: "rows",
    label: "Books",
    max: 2_500,
    entries: 100,
    editedEntries: 3,
    row: { noun: "Book", parts: ["Title", "Author", "Address"] },
    group: "Links and works",
    hint: "Without an author, the expert is named. Without an address, the title leads to a book search.",
    description: "Each title|author.",
    isInLists: true,
    headings: ["book"],
    isUndivided: true,
  },
  scienceHighlights: {
    kind: "rows",
    label: FIELD_LABELS.highlights,
    max: 5_000,
    entries: 100,
    editedEntries: 3,
    row: { noun: "Highlight", parts: ["Topic", "Summary in one sentence"] },
    group: "Links and works",
    description: "Each topic|summary.",
    isInLists: true,
    isSourced: true,
    isUndivided: true,
  },
  youtubeEmbeds: {
    kind: "rows",
    label: "Videos",
    max: 10_000,
    entries: 50,
    editedEntries: 4,
    row: { noun: "Video", parts: ["Embed code or address"] },
    group: "Links and works",
    hint: "From YouTube or Vimeo.",
  },
  sources: {
    kind: "rows",
    label: "Sources",
    max: 2_500,
    entries: 100,
    row: { noun: "Source", parts: ["Address or citation"] },
    group: "Links and works",
    hint: "Where the facts come from.",
    dataset: "sources",
    headings: ["source"],
  },
  longevityInterviewTitle: {
    kind: "line",
    label: "Interview title",
    max: 300,
    group: FIELD_LABELS.interview,
    isInLists: true,
  },
  longevityInterviewDownloadNotesUrl: {
    kind: "address",
    label: "Interview notes",
    max: MAX_ADDRESS,
    group: FIELD_LABELS.interview,
    isInLists: true,
  },
  longevityInterviewVideoEmbed: {
    kind: "text",
    label: "Interview video",
    max: 10_000,
    group: FIELD_LABELS.interview,
    lines: 2,
    hint: "Embed code or address of the video.",
  },
  longevityInterviewImageUrl: {
    kind: "image",
    label: "Interview image",
    max: MAX_ADDRESS,
    group: FIELD_LABELS.interview,
    isInLists: true,
  },
  longevityInterviewShortDescription: {
    kind: "text",
    label: "Interview, short description",
    max: 1_000,
    group: FIELD_LABELS.interview,
    lines: 2,
    isInLists: true,
    isSourced: true,
  },
  longevityInterviewLongDescription: {
    kind: "text",
    label: "Interview, long description",
    max: 20_000,
    group: FIELD_LABELS.interview,
    lines: 5,
    isInLists: true,
    isSourced: true,
  },
  productTitle: { kind: "line", label: "Product title", max: 300, group: "Featured solution", isInLists: true },
  productButtonText: { kind: "line", label: "Product button", max: 100, group: "Featured solution", isInLists: true },
  productButtonUrl: {
    kind: "address",
    label: "Product link",
    max: MAX_ADDRESS,
    group: "Featured solution",
    isInLists: true,
  },
  productImageUrl: {
    kind: "image",
    label: "Product image",
    max: MAX_ADDRESS,
    group: "Featured solution",
    isInLists: true,
  },
  productDescription: {
    kind: "text",
    label: "Product description",
    max: 10_000,
    group: "Featured solution",
    lines: 4,
    isInLists: true,
    isSourced: true,
  },
  topics: {
    kind: "rows",
    label: "Topics",
    max: 80,
    entries: 12,
    row: { noun: "Topic", parts: ["Topic"] },
    group: "Person",
    after: "categories",
    hint: "From the list at Topics, the most important first.",
    description: "Slugs of topics.",
    isInLists: true,
    dataset: "topics",
    headings: ["topic", "subjects", "expertise"],
  },
  city: {
    kind: "line",
    label: "City",
    max: 120,
    group: "Work and life",
    after: "affiliation",
    hint: "Of the affiliation.",
    isInLists: true,
    dataset: "city",
  },
  country: {
    kind: "line",
    label: "Country",
    max: 60,
    group: "Work and life",
    after: "affiliation",
    hint: "Its name, or its code of two letters.",
    description: "ISO 3166-1 alpha-2, empty while unknown.",
    isInLists: true,
    dataset: "country",
  },
  languages: {
    kind: "rows",
    label: "Languages",
    max: 35,
    entries: 20,
    row: { noun: "Language", parts: ["Language"] },
    group: "Work and life",
    after: "affiliation",
    hint: "The languages that the person speaks in public, by English name or code.",
    description: "BCP 47 tags.",
    isCompared: true,
    dataset: "languages",
    headings: ["language"],
  },
  availableFor: {
    kind: "choices",
    label: "Available for",
    max: 20,
    entries: 5,
    choices: ["talks", "media", "review", "advice", "collaboration"],
    choiceLabels: ["Talks", "Media", "Reviews", "Advice", "Collaboration"],
    group: "Work and life",
    after: "affiliation",
    isCompared: true,
    dataset: "availableFor",
  },
  status: {
    kind: "choice",
    label: "Living or historical",
    choices: ["", "living", "historical"],
    choiceLabels: ["Not said", "Living", "Historical"],
    group: "Work and life",
    after: "affiliation",
    description: "living, historical, or empty while unknown.",
    isInLists: true,
    dataset: "status",
  },
  born: {
    kind: "line",
    label: "Year of birth",
    max: 4,
    group: "Work and life",
    after: "affiliation",
    description: "Year of birth.",
    hint: "For living people only if an institution publishes it.",
  },
  died: {
    kind: "line",
    label: "Year of death",
    max: 4,
    group: "Work and life",
    after: "affiliation",
    description: "Year of death.",
  },
} as const satisfies Record<string, Field>;

export type ExpertRecord = RecordOf<typeof EXPERT_RECORD>;
export type ExpertField = keyof ExpertRecord;

export const EXPERT_FIELDS = Object.keys(EXPERT_RECORD) as ExpertField[];
export const EXPERT_LABELS: Record<ExpertField, string> = labelsIn(EXPERT_RECORD);

export function expertField(name: ExpertField): Field {
  return EXPERT_RECORD[name];
}

/** Fields stored as JSON. */
export const LIST_FIELDS = namesOf(EXPERT_RECORD, "rows", "choices");
/** Fields with sets of keys, each of which is stored once. */
export const KEY_FIELDS: readonly string[] = [...namesOf(EXPERT_RECORD, "choices"), "topics"];
export const ADDRESS_FIELDS = namesOf(EXPERT_RECORD, "address");
/** The columns with long texts, whose size counts where many people are read. */
export const LONG_FIELDS = namesWhere(EXPERT_RECORD, ({ kind, max = 0 }) => kind === "rows" || max >= 10_000);

export const IMAGE_FIELDS = namesOf(EXPERT_RECORD, "image");
export type ImageField = NamesOf<typeof EXPERT_RECORD, "image">;
/** Fields that lists and cards have, too. */
export const LISTED_FIELDS = namesWith(EXPERT_RECORD, "isInLists");
/** Fields that the profile shows unchanged. */
export const PROFILE_FIELDS = namesWith(EXPERT_RECORD, "isOnProfile");
/** Fields that the comparison shows by the names of their values, and the page of the listed person, too. */
export const COMPARED_FIELDS = namesWith(EXPERT_RECORD, "isCompared");
/** Fields whose sentences need sources, in their order on the profile. */
export const SOURCED_FIELDS = namesWith(EXPERT_RECORD, "isSourced");
/** Fields that the profile shows unchanged, or that the dataset contains. */
export const PUBLIC_FIELDS = namesWhere(EXPERT_RECORD, ({ isOnProfile, dataset }) => isOnProfile || dataset);
/** Fields that readers see and can report as wrong. */
export const REPORTED_FIELDS = EXPERT_FIELDS.filter(
  (name) => name !== "slug" && !["flag", "image"].includes(EXPERT_RECORD[name].kind),
);
/** Fields that people without the role of an editor can suggest. */
export const SUBMITTED_FIELDS = EXPERT_FIELDS.filter((name) => !["slug", "featured", "status"].includes(name));
/** Fields that a column of an imported table may hold; featured experts are chosen on their own page. */
export const COLUMN_FIELDS = EXPERT_FIELDS.filter((name) => name !== "featured");

export const NO_RECORD: ExpertRecord = emptyRecord(EXPERT_RECORD);

/**
 * The limit of characters of a form: the limits, with as many entries as an edit may leave, add up to 730,000; the rest is for
 * suggestions.
 */
export const EXPERT_CHARACTERS = 1_000_000;

export const DELETE_QUESTION = "Are you sure you want to delete this expert?";
