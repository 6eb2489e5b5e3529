/** Researches a person with a model: finds reference links and opens them, or drafts a complete profile. */
import { z } from "zod";
import { env } from "~/env.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { askText } from "~/models/base/providers/ask-text.server";
import { readStructured } from "~/models/base/providers/structured";
import { parseEnteredUrl } from "~/models/base/web/entered-url";
import { createJsonTextReader } from "~/models/base/web/readable-text";
import { readsAsSentences } from "~/models/records/evidence/sentences";
import { type ProposedLink, proveLinks } from "~/models/records/links/proof.server";
import { categories } from "~/models/records/listings/categories";
import { rememberText } from "~/models/records/provenance/handed-out.server";
import { type CheckedAnswer, type DraftSentence, textOf } from "~/models/records/provenance/sentences";
import { refuseToWriteAbout } from "~/models/records/relisting/relisting.server";
import { CATEGORY_TEXTS } from "~/subject/category-texts.server";
import {
  AboutPerson,
  type AskOptions,
  categoryKey,
  ExpertName,
  ModelChoice,
  modelChoice,
  sourcesFor,
  toEntryPart,
  type WrittenBy,
  writtenBy,
} from "./write-profile.server";
import {
  checkWrittenSentences,
  NOT_CHECKED,
  pagesFor,
  proseSentences,
  SourcedSentence,
  toCheckedAnswer,
} from "./write-with-evidence.server";

export interface RejectedLink extends ProposedLink {
  reason: string;
}

export interface CheckedLinks {
  referenceLinks: string[];
  rejectedLinks: RejectedLink[];
}

const MAX_LINKS = 8;

const Links = z.array(z.object({ label: z.string(), url: z.string() }));

export const ReferencesInput = ModelChoice.extend({ expertName: ExpertName });

export async function findReferences(
  editor: Editor,
  input: unknown,
  options: AskOptions = {},
): Promise<CheckedLinks & WrittenBy> {
  const deadline = AbortSignal.timeout(env.AI_TIMEOUT_MS);
  const { provider, model, ...data } = parse(ReferencesInput, input);
  await refuseToWriteAbout(editor, input);
  const question = { task: "references" as const, data, schema: z.object({ links: Links }) };
  const response = await askText(editor, { ...question, ...modelChoice(provider, model), ...options });
  const links = await checkLinks(response.answer.links, data.expertName, deadline, options.signal);
  return { ...links, ...writtenBy(response) };
}

export interface ResearchData {
  keyFacts: string[];
  uncertainties: string[];
}

export interface ResearchedExpert extends CheckedLinks, CheckedAnswer, WrittenBy {
  expertName: string;
  expertTitle: string;
  categories: string[];
  longevityContribution: string;
  biography: string;
  researchData: ResearchData;
  /** Cost and tokens are null if the provider does not report them. */
  costUsd: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
}

/** Adds the sentences of which the texts consist. */
export interface DraftExpert extends ResearchedExpert {
  sentences: DraftSentence[];
}

export const ResearchInput = AboutPerson.extend({
  customContribution: z
    .string()
    .trim()
    .max(10_000, "At most 10,000 characters fit here.")
    .nullish()
    .transform((text) => text || undefined),
});
export type ResearchInput = z.output<typeof ResearchInput>;

/** Checks the details of a person to research, and returns them for storing before the research begins. */
export function researchInput(input: unknown): ResearchInput {
  return parse(ResearchInput, input);
}

const Research = z.object({
  categories: z.array(z.string()),
  longevityContribution: z.array(SourcedSentence),
  biography: z.array(SourcedSentence),
  links: Links,
  keyFacts: z.array(z.string()),
  uncertainties: z.array(z.string()),
});

const Prose = z.union([z.array(SourcedSentence), z.string().transform(proseSentences)]);
const PlainResearch = Research.extend({ longevityContribution: Prose, biography: Prose });

/** Accepts an answer with plain texts in place of sourced sentences: its sentences are then unsupported. */
function readPlainResearch(text: string): z.output<typeof Research> | null {
  const parseResult = readStructured(text, PlainResearch);
  return "value" in parseResult ? parseResult.value : null;
}

export async function researchExpert(
  editor: Editor,
  input: unknown,
  options: AskOptions = {},
): Promise<ResearchedExpert> {
  const { sentences: _, ...expert } = await draftExpert(editor, input, options);
  return expert;
}

/** Reads pages about a person, then writes a whole draft. Throws what `askText` throws. */
export async function draftExpert(editor: Editor, input: unknown, options: AskOptions = {}): Promise<DraftExpert> {
  const subject = researchInput(input);
  const { expertName, expertTitle, customContribution } = subject;
  if (!options.jobId) await refuseToWriteAbout(editor, input);
  const sources = await sourcesFor(editor, subject, options);
  const deadline = AbortSignal.timeout(env.AI_TIMEOUT_MS);
  const response = await askForResearch(editor, subject, sources, options);
  const { answer } = response;
  const checkField = (field: "longevityContribution" | "biography") =>
    checkWrittenSentences(field, answer[field], sources.pages, expertName);
  const biography = await checkField("biography");
  const contribution = customContribution ? [] : await checkField("longevityContribution");
  const sentences = [...contribution, ...biography];
  await rememberText(editor, expertName, sentences, response);
  return {
    expertName,
    expertTitle,
    categories: categoryKeys(answer.categories),
    longevityContribution: customContribution ?? textOf(contribution),
    biography: textOf(biography),
    ...(await checkLinks(answer.links, expertName, deadline, options.signal)),
    researchData: { keyFacts: toSingleLines(answer.keyFacts), uncertainties: toSingleLines(answer.uncertainties) },
    ...toCheckedAnswer(sentences, sources),
    sentences,
    ...writtenBy(response),
    costUsd: addAmounts(sources.costUsd, response.costUsd),
    inputTokens: addAmounts(sources.inputTokens, response.inputTokens),
    outputTokens: addAmounts(sources.outputTokens, response.outputTokens),
  };
}

function askForResearch(
  editor: Editor,
  { expertName, expertTitle, customContribution, provider, model }: ReturnType<typeof researchInput>,
  sources: Awaited<ReturnType<typeof sourcesFor>>,
  { onText, ...options }: AskOptions,
) {
  const availableCategories = categories.map(({ key, label }) => ({
    key,
    label,
    description: CATEGORY_TEXTS[key].description,
  }));
  const pages = pagesFor(sources, expertName);
  return askText(editor, {
    task: "research",
    data: { expertName, expertTitle, customContribution, availableCategories, pages },
    schema: Research,
    readOther: readPlainResearch,
    ...modelChoice(provider, model),
    ...options,
    onText: onText && createJsonTextReader(LABELS, onText),
  });
}

function categoryKeys(names: string[]) {
  const keys = names.map(categoryKey).filter((key) => key !== null);
  return [...new Set(keys)].slice(0, 3);
}

function addAmounts(amount: number | null, otherAmount: number | null): number | null {
  return amount === null && otherAmount === null ? null : (amount ?? 0) + (otherAmount ?? 0);
}

const LABELS = {
  text: NOT_CHECKED,
  url: "Link",
  keyFacts: "Key facts",
  uncertainties: "To be checked",
};

async function checkLinks(
  links: ProposedLink[],
  name: string,
  deadline: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<CheckedLinks> {
  const labels = new Map(
    links.map(({ label, url }) => [url.trim(), readsAsSentences(label) ? "" : toEntryPart(label)]),
  );
  const proposedLinks = Array.from(labels, ([url, label]) => ({ label, url })).slice(0, MAX_LINKS);
  const isAddress = ({ url }: ProposedLink) => parseEnteredUrl(url) !== null;
  const brokenLinks = proposedLinks.filter((link) => !isAddress(link));
  const webLinks = proposedLinks.filter(isAddress);
  // Keeps the draft if no time is left to open its links.
  const { proven: provenLinks, rejected: rejectedLinks } = await proveLinks(webLinks, name, { signal, deadline });
  return {
    referenceLinks: provenLinks.map(({ label, url }) => (label ? `${label}|${url}` : url)),
    rejectedLinks: [...rejectedLinks, ...brokenLinks.map((link) => ({ ...link, reason: "it is not a web address" }))],
  };
}

function toSingleLines(list: string[]): string[] {
  return list
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter(Boolean)
    .slice(0, 12);
}
