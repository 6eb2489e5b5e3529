/** Writes the texts of a profile with a model. Each `draft…` asks for a text; each `write…` also records that a model wrote it. */
import { z } from "zod";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { type Answered, askText } from "~/models/base/providers/ask-text.server";
import { createJsonTextReader } from "~/models/base/web/readable-text";
import { categories, categoryByKey } from "~/models/records/listings/categories";
import { rememberText } from "~/models/records/provenance/handed-out.server";
import { type CheckedAnswer, type DraftSentence, entriesOf, textOf } from "~/models/records/provenance/sentences";
import { refuseToWriteAbout } from "~/models/records/relisting/relisting.server";
import type { TextProvider } from "~/services/ai-providers";
import type { TextTask } from "~/subject/prompts.server";
import { DEFAULT_TITLE } from "~/subject/texts.server";
import { addressesOf, gatherSources, KnownSources, type Sources } from "./sources.server";
import {
  askForSentences,
  checkWrittenSentences,
  NOT_CHECKED,
  pagesFor,
  SourcedSentence,
  toCheckedAnswer,
} from "./write-with-evidence.server";

export interface AskOptions {
  signal?: AbortSignal;
  onText?: (piece: string) => void;
  jobId?: string;
}

export interface WrittenBy {
  provider: TextProvider;
  model: string;
}

/** The limit in characters. */
const MAX_CONTEXT = 4_000;
/** The limit of the whole input in characters: the sum of its fields' limits, rounded up. */
export const ABOUT_PERSON_CHARACTERS = 20_000;

const textOfAtMost = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString("en")} characters fit here.`);
const optionalText = (max: number) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? undefined : value),
    textOfAtMost(max).optional(),
  );

const Categories = z.array(textOfAtMost(60)).max(20, "At most 20 categories fit here.");
/** Accepts a list of keys, or a text with keys separated by commas. */
const CategoryList = z
  .union([
    Categories,
    z
      .string()
      .transform((keys) => keys.split(","))
      .pipe(Categories),
  ])
  .default([]);

export const ModelChoice = z.object({ provider: optionalText(40), model: optionalText(100) });

const NO_NAME = "Please enter an expert name.";

export const ExpertName = z.string(NO_NAME).trim().min(1, NO_NAME).max(200, "At most 200 characters fit here.");
const ExpertTitle = optionalText(300).transform((title) => title ?? DEFAULT_TITLE);

/** The input that all texts about a person share. */
export const AboutPerson = ModelChoice.extend({
  expertName: ExpertName,
  expertTitle: ExpertTitle,
  ...KnownSources.shape,
});

/** Holds checked sentences in the order in which the model wrote them. */
export interface DraftText extends WrittenBy {
  sentences: DraftSentence[];
  sources: Sources;
}

export const ContributionInput = AboutPerson.extend({
  categories: CategoryList,
  additionalContext: optionalText(MAX_CONTEXT),
});

export async function writeContribution(
  editor: Editor,
  input: unknown,
  options: AskOptions = {},
): Promise<{ longevityContribution: string } & CheckedAnswer & WrittenBy> {
  const { sentences, sources, ...author } = await draftContribution(editor, input, options);
  await rememberText(editor, sources.name, sentences, author);
  return { longevityContribution: textOf(sentences), ...toCheckedAnswer(sentences, sources), ...author };
}

export async function draftContribution(editor: Editor, input: unknown, options: AskOptions): Promise<DraftText> {
  const { categories, ...person } = parse(ContributionInput, input);
  await refuseToWriteAbout(editor, input);
  const extraData = { categories: categories.map(categoryName).filter(Boolean) };
  return draftText(editor, { task: "contribution", field: "longevityContribution" }, person, extraData, options);
}

export const TextInput = AboutPerson.extend({
  longevityContribution: textOfAtMost(10_000).default(""),
  additionalContext: optionalText(MAX_CONTEXT),
});

export async function writeBiography(
  editor: Editor,
  input: unknown,
  options: AskOptions = {},
): Promise<{ biography: string } & CheckedAnswer & WrittenBy> {
  const { sentences, sources, ...author } = await draftBiography(editor, input, options);
  await rememberText(editor, sources.name, sentences, author);
  return { biography: textOf(sentences), ...toCheckedAnswer(sentences, sources), ...author };
}

export async function draftBiography(editor: Editor, input: unknown, options: AskOptions): Promise<DraftText> {
  const textInput = parse(TextInput, input);
  await refuseToWriteAbout(editor, input);
  const extraData = { longevityContribution: textInput.longevityContribution };
  return draftText(editor, { task: "biography", field: "biography" }, textInput, extraData, options);
}

async function draftText(
  editor: Editor,
  { task, field }: { task: TextTask; field: string },
  person: z.output<typeof AboutPerson> & { additionalContext?: string },
  extraData: Record<string, unknown>,
  options: AskOptions,
): Promise<DraftText> {
  const { expertName: name, expertTitle, additionalContext, provider, model } = person;
  const data = { expertName: name, expertTitle, ...extraData, additionalContext };
  const sources = await sourcesFor(editor, person, options);
  const question = { task, data, ...modelChoice(provider, model), ...options };
  const { sentences, response } = await askForSentences(editor, question, { name, field }, sources);
  return { sentences, sources, ...writtenBy(response) };
}

/** Reads the pages that a text about a person may rest on. Throws what `askText` throws. */
export function sourcesFor(
  editor: Editor,
  person: z.output<typeof AboutPerson>,
  options: AskOptions,
): Promise<Sources> {
  const { expertName, expertTitle, provider, model } = person;
  return gatherSources(
    editor,
    { expertName, expertTitle, ...modelChoice(provider, model) },
    addressesOf(person),
    options,
  );
}

const MAX_HIGHLIGHTS = 3;

const Highlights = z.object({
  highlights: z.array(
    SourcedSentence.pick({ source: true, quote: true }).extend({
      topic: z.string(),
      summary: z.string().describe("One sentence."),
    }),
  ),
});

export async function writeHighlights(
  editor: Editor,
  input: unknown,
  options: AskOptions = {},
): Promise<{ scienceHighlights: string[] } & CheckedAnswer & WrittenBy> {
  const { sentences, sources, ...author } = await draftHighlights(editor, input, options);
  await rememberText(editor, sources.name, sentences, author);
  return { scienceHighlights: entriesOf(sentences), ...toCheckedAnswer(sentences, sources), ...author };
}

export async function draftHighlights(editor: Editor, input: unknown, options: AskOptions): Promise<DraftText> {
  const textInput = parse(TextInput, input);
  await refuseToWriteAbout(editor, input);
  const { expertName, expertTitle, longevityContribution, additionalContext, provider, model } = textInput;
  const sources = await sourcesFor(editor, textInput, options);
  const person = { expertName, expertTitle, longevityContribution, additionalContext };
  const response = await askText(editor, {
    task: "highlights",
    data: { ...person, pages: pagesFor(sources, expertName) },
    schema: Highlights,
    readOther: readLines,
    ...modelChoice(provider, model),
    ...options,
    onText: options.onText && createJsonTextReader({ summary: NOT_CHECKED }, options.onText),
  });
  const entries = response.answer.highlights
    .map(({ topic, summary, ...source }) => ({ topic: toEntryPart(topic), summary: toEntryPart(summary), ...source }))
    .filter(({ topic, summary }) => topic && summary)
    .map(({ topic, summary, ...source }, paragraph) => ({ text: `${topic}|${summary}`, topic, paragraph, ...source }));
  const entriesByTopic = new Map(entries.map((entry) => [entry.topic.toLowerCase(), entry]));
  const distinctEntries = [...entriesByTopic.values()].slice(0, MAX_HIGHLIGHTS);
  const sentences = await checkWrittenSentences("scienceHighlights", distinctEntries, sources.pages, expertName);
  return { sentences, sources, ...writtenBy(response) };
}

/** The limit in characters. */
const MAX_TOPIC = 80;

/** Reads lines such as "Topic: result" as highlights without a source. Returns null if there are none. */
function readLines(text: string): z.output<typeof Highlights> | null {
  if (/^\s*([[{"]|```)/.test(text)) return null;
  const highlights = text.split("\n").flatMap((line) => {
    const words = line.replace(/^[-*\d.)\s]+/, "");
    const colon = words.slice(0, MAX_TOPIC + 10).search(/:\**\s/);
    const topic = words.slice(0, Math.max(0, colon)).replace(/(?<!\*)\*+$/, "");
    const summary = words.slice(colon + 1).replace(/^[*\s]+/, "");
    const isHighlight = topic.length > 1 && topic.length <= MAX_TOPIC && summary !== "";
    return isHighlight ? [{ topic, summary, source: null, quote: "" }] : [];
  });
  return highlights.length > 0 ? { highlights } : null;
}

export const TagsInput = ModelChoice.extend({
  content: textOfAtMost(100_000).min(1, "Please enter the text of the article."),
  title: textOfAtMost(300).default(""),
});
const Tags = z.object({ tags: z.array(z.string()) });

const MAX_READ_CHARACTERS = 20_000;

export async function writeSeoTags(
  editor: Editor,
  input: unknown,
  options: AskOptions = {},
): Promise<{ tags: string[] } & WrittenBy> {
  const { provider, model, title, content } = parse(TagsInput, input);
  const question = {
    task: "seoTags" as const,
    data: { title, content: content.slice(0, MAX_READ_CHARACTERS) },
    schema: Tags,
  };
  const response = await askText(editor, { ...question, ...modelChoice(provider, model), ...options });
  const tags = response.answer.tags
    .map((tag) =>
      tag
        .replace(/[#,|\s]+/g, " ")
        .trim()
        .toLowerCase(),
    )
    .filter((tag) => tag && tag.length <= 50);
  return { tags: [...new Set(tags)].slice(0, 10), ...writtenBy(response) };
}

/** Reads provider and model; `askText` checks both against the lists. */
export function modelChoice(provider: string | undefined, model: string | undefined) {
  return { provider: provider as TextProvider | undefined, model };
}

export function writtenBy({ provider, model }: Answered<unknown>): WrittenBy {
  return { provider, model };
}

/** Makes a text fit for a part of an entry: on one line, without the "|" that separates parts. */
export function toEntryPart(part: string): string {
  return part.replace(/[|\p{Cc}\s]+/gu, " ").trim();
}

/** Returns the key of a category that a model named by its key or label; null for an unknown category. */
export function categoryKey(name: string): string | null {
  const lowerName = name.trim().toLowerCase();
  const category = categories.find(({ key, label }) => key === lowerName || label.toLowerCase() === lowerName);
  return category?.key ?? null;
}

function categoryName(category: string): string {
  return categoryByKey(category)?.label ?? category;
}
