/** Texts of a profile, written by a model: one function for each. Nothing is stored here. */
import { z } from "zod";
import type { Admin } from "~/models/accounts/admin.server";
import { categories, categoryByKey } from "~/models/experts/categories";
import { parse } from "~/models/records/validation.server";
import { refuseToWriteAbout } from "~/models/requests/relisting.server";
import type { TextProvider } from "~/services/ai-providers";
import { type Answered, askText } from "./ask-text.server";

export interface Asking {
  signal?: AbortSignal;
  onText?: (piece: string) => void;
  jobId?: string;
}

export interface WrittenBy {
  provider: TextProvider;
  model: string;
}

export const DEFAULT_TITLE = "Longevity Expert";
const CONTEXT = 4_000;

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most.toLocaleString("en")} characters fit here.`);
const optional = (most: number) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? undefined : value),
    text(most).optional(),
  );

const list = z.preprocess(
  (value) => (typeof value === "string" ? value.split(",") : value),
  z.array(text(60)).max(20, "At most 20 categories fit here.").default([]),
);

export const ModelChoice = z.object({ provider: optional(40), model: optional(100) });

const NO_NAME = "Please enter an expert name.";

export const ExpertName = z.string(NO_NAME).trim().min(1, NO_NAME).max(200, "At most 200 characters fit here.");
export const ExpertTitle = optional(300).transform((title) => title ?? DEFAULT_TITLE);

const ContributionInput = ModelChoice.extend({
  expertName: ExpertName,
  expertTitle: ExpertTitle,
  categories: list,
  additionalContext: optional(CONTEXT),
});

export async function writeContribution(
  admin: Admin,
  input: unknown,
  asking: Asking = {},
): Promise<{ longevityContribution: string } & WrittenBy> {
  const { provider, model, ...given } = parse(ContributionInput, input);
  await refuseToWriteAbout(admin, input);
  const data = { ...given, categories: given.categories.map(categoryName).filter(Boolean) };
  const answered = await askText(admin, { task: "contribution", data, ...chosen(provider, model), ...asking });
  return { longevityContribution: answered.answer, ...writtenBy(answered) };
}

const TextInput = ModelChoice.extend({
  expertName: ExpertName,
  expertTitle: ExpertTitle,
  longevityContribution: text(10_000).default(""),
  additionalContext: optional(CONTEXT),
});

export async function writeBiography(
  admin: Admin,
  input: unknown,
  asking: Asking = {},
): Promise<{ biography: string } & WrittenBy> {
  const { provider, model, ...data } = parse(TextInput, input);
  await refuseToWriteAbout(admin, input);
  const answered = await askText(admin, { task: "biography", data, ...chosen(provider, model), ...asking });
  return { biography: answered.answer, ...writtenBy(answered) };
}

const MOST_HIGHLIGHTS = 3;

const Highlights = z.object({
  highlights: z.array(z.object({ topic: z.string(), summary: z.string().describe("One sentence.") })),
});

export async function writeHighlights(
  admin: Admin,
  input: unknown,
  asking: Asking = {},
): Promise<{ scienceHighlights: string[] } & WrittenBy> {
  const { provider, model, ...data } = parse(TextInput, input);
  await refuseToWriteAbout(admin, input);
  const question = { task: "highlights" as const, data, schema: Highlights };
  const answered = await askText(admin, { ...question, ...chosen(provider, model), ...asking });
  const entries = answered.answer.highlights
    .map(({ topic, summary }) => ({ topic: onePart(topic), summary: onePart(summary) }))
    .filter(({ topic, summary }) => topic && summary);
  const byTopic = new Map(entries.map((entry) => [entry.topic.toLowerCase(), `${entry.topic}|${entry.summary}`]));
  return { scienceHighlights: [...byTopic.values()].slice(0, MOST_HIGHLIGHTS), ...writtenBy(answered) };
}

const TagsInput = ModelChoice.extend({
  content: text(100_000).min(1, "Please enter the text of the article."),
  title: text(300).default(""),
});
const Tags = z.object({ tags: z.array(z.string()) });

const ENOUGH = 20_000;

export async function writeSeoTags(
  admin: Admin,
  input: unknown,
  asking: Asking = {},
): Promise<{ tags: string[] } & WrittenBy> {
  const { provider, model, title, content } = parse(TagsInput, input);
  const question = { task: "seoTags" as const, data: { title, content: content.slice(0, ENOUGH) }, schema: Tags };
  const answered = await askText(admin, { ...question, ...chosen(provider, model), ...asking });
  const tags = answered.answer.tags
    .map((tag) =>
      tag
        .replace(/[#,|\s]+/g, " ")
        .trim()
        .toLowerCase(),
    )
    .filter((tag) => tag && tag.length <= 50);
  return { tags: [...new Set(tags)].slice(0, 10), ...writtenBy(answered) };
}

/** `askText` checks both against the lists. */
export function chosen(provider: string | undefined, model: string | undefined) {
  return { provider: provider as TextProvider | undefined, model };
}

export function writtenBy({ provider, model }: Answered<unknown>): WrittenBy {
  return { provider, model };
}

/** A text as a part of an entry: on one line, without the bar that separates parts. */
export function onePart(part: string): string {
  return part.replace(/[|\p{Cc}\s]+/gu, " ").trim();
}

/** The key of a category that a model named, in whichever way; null for none that we have. */
export function categoryKey(name: string): string | null {
  const wanted = name.trim().toLowerCase();
  const found = categories.find(({ key, label }) => key === wanted || label.toLowerCase() === wanted);
  return found?.key ?? null;
}

function categoryName(given: string): string {
  return categoryByKey(given)?.label ?? given;
}
