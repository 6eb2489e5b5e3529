/** Researching a person with a model: reference links that were opened, and a whole draft. */
import { z } from "zod";
import { env } from "~/env.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { askText } from "~/models/base/providers/ask-text.server";
import { readStructured } from "~/models/base/providers/structured";
import { enteredUrl } from "~/models/base/web/entered-url";
import { readableText } from "~/models/base/web/readable-text";
import { readsAsSentences } from "~/models/records/evidence/sentences";
import { type ProposedLink, proveLinks } from "~/models/records/links/proof.server";
import { categories } from "~/models/records/listings/categories";
import { rememberText } from "~/models/records/provenance/handed-out.server";
import { type CheckedAnswer, type DraftSentence, textOf } from "~/models/records/provenance/sentences";
import { refuseToWriteAbout } from "~/models/records/relisting/relisting.server";
import { CATEGORY_TEXTS } from "~/subject/category-texts.server";
import {
  AboutPerson,
  type Asking,
  categoryKey,
  chosen,
  ExpertName,
  ModelChoice,
  onePart,
  sourcesFor,
  type WrittenBy,
  writtenBy,
} from "./write-profile.server";
import {
  checked,
  checkedAnswer,
  NOT_CHECKED,
  pagesFor,
  SourcedSentence,
  unsourced,
} from "./write-with-evidence.server";

export interface RejectedLink extends ProposedLink {
  reason: string;
}

export interface FoundLinks {
  referenceLinks: string[];
  rejectedLinks: RejectedLink[];
}

const MAX_LINKS = 8;

const Links = z.array(z.object({ label: z.string(), url: z.string() }));

export const ReferencesInput = ModelChoice.extend({ expertName: ExpertName });

export async function findReferences(
  editor: Editor,
  input: unknown,
  asking: Asking = {},
): Promise<FoundLinks & WrittenBy> {
  const deadline = AbortSignal.timeout(env.AI_TIMEOUT_MS);
  const { provider, model, ...data } = parse(ReferencesInput, input);
  await refuseToWriteAbout(editor, input);
  const question = { task: "references" as const, data, schema: z.object({ links: Links }) };
  const answered = await askText(editor, { ...question, ...chosen(provider, model), ...asking });
  const links = await prove(answered.answer.links, data.expertName, deadline, asking.signal);
  return { ...links, ...writtenBy(answered) };
}

export interface ResearchData {
  keyFacts: string[];
  uncertainties: string[];
}

export interface ResearchedExpert extends FoundLinks, CheckedAnswer, WrittenBy {
  expertName: string;
  expertTitle: string;
  categories: string[];
  longevityContribution: string;
  biography: string;
  researchData: ResearchData;
  costUsd: number | null; // null where the provider does not tell; so below
  inputTokens: number | null;
  outputTokens: number | null;
}

/** The draft with the sentences that its texts consist of. */
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

const Prose = z.union([z.array(SourcedSentence), z.string().transform(unsourced)]);
const PlainResearch = Research.extend({ longevityContribution: Prose, biography: Prose });

/** Texts without sources are read too, as unsupported sentences. */
function readPlain(text: string): z.output<typeof Research> | null {
  const read = readStructured(text, PlainResearch);
  return "value" in read ? read.value : null;
}

export async function researchExpert(editor: Editor, input: unknown, asking: Asking = {}): Promise<ResearchedExpert> {
  const { sentences: _, ...researched } = await draftExpert(editor, input, asking);
  return researched;
}

/** Reads pages about a person, then writes a whole draft. Throws what `askText` throws. */
export async function draftExpert(editor: Editor, input: unknown, asking: Asking = {}): Promise<DraftExpert> {
  const subject = researchInput(input);
  const { expertName, expertTitle, customContribution } = subject;
  if (!asking.jobId) await refuseToWriteAbout(editor, input);
  const sources = await sourcesFor(editor, subject, asking);
  const deadline = AbortSignal.timeout(env.AI_TIMEOUT_MS);
  const answered = await askForResearch(editor, subject, sources, asking);
  const { answer } = answered;
  const check = (field: "longevityContribution" | "biography") =>
    checked(field, answer[field], sources.pages, expertName);
  const biography = await check("biography");
  const contribution = customContribution ? [] : await check("longevityContribution");
  const sentences = [...contribution, ...biography];
  await rememberText(editor, expertName, sentences, answered);
  return {
    expertName,
    expertTitle,
    categories: categoriesNamed(answer.categories),
    longevityContribution: customContribution ?? textOf(contribution),
    biography: textOf(biography),
    ...(await prove(answer.links, expertName, deadline, asking.signal)),
    researchData: { keyFacts: oneLiners(answer.keyFacts), uncertainties: oneLiners(answer.uncertainties) },
    ...checkedAnswer(sentences, sources),
    sentences,
    ...writtenBy(answered),
    costUsd: sum(sources.costUsd, answered.costUsd),
    inputTokens: sum(sources.inputTokens, answered.inputTokens),
    outputTokens: sum(sources.outputTokens, answered.outputTokens),
  };
}

function askForResearch(
  editor: Editor,
  { expertName, expertTitle, customContribution, provider, model }: ReturnType<typeof researchInput>,
  sources: Awaited<ReturnType<typeof sourcesFor>>,
  { onText, ...asking }: Asking,
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
    readOther: readPlain,
    ...chosen(provider, model),
    ...asking,
    onText: onText && readableText(LABELS, onText),
  });
}

function categoriesNamed(names: string[]) {
  const keys = names.map(categoryKey).filter((key) => key !== null);
  return [...new Set(keys)].slice(0, 3);
}

function sum(before: number | null, other: number | null): number | null {
  return before === null && other === null ? null : (before ?? 0) + (other ?? 0);
}

const LABELS = {
  text: NOT_CHECKED,
  url: "Link",
  keyFacts: "Key facts",
  uncertainties: "To be checked",
};

async function prove(
  links: ProposedLink[],
  name: string,
  deadline: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<FoundLinks> {
  const labels = new Map(links.map(({ label, url }) => [url.trim(), readsAsSentences(label) ? "" : onePart(label)]));
  const proposed = Array.from(labels, ([url, label]) => ({ label, url })).slice(0, MAX_LINKS);
  const isAddress = ({ url }: ProposedLink) => enteredUrl(url) !== null;
  const broken = proposed.filter((link) => !isAddress(link));
  const addresses = proposed.filter(isAddress);
  // The text stays where there was no time left for its links.
  const { proven, rejected } = await proveLinks(addresses, name, { signal, deadline });
  return {
    referenceLinks: proven.map(({ label, url }) => (label ? `${label}|${url}` : url)),
    rejectedLinks: [...rejected, ...broken.map((link) => ({ ...link, reason: "it is not a web address" }))],
  };
}

function oneLiners(list: string[]): string[] {
  return list
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter(Boolean)
    .slice(0, 12);
}
