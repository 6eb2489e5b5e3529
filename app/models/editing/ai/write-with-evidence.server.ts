/** Writing about a person from pages that were read: every sentence names its page and quotes it, and is checked. */
import { z } from "zod";
import type { Editor } from "~/models/base/accounts/admin.server";
import { type Answered, askText, type Question } from "~/models/base/providers/ask-text.server";
import { sizeOf } from "~/models/base/providers/prompt.server";
import { readStructured } from "~/models/base/providers/structured";
import { readableText } from "~/models/base/web/readable-text";
import type { SourcePage } from "~/models/records/evidence/evidence";
import { evidenceFacts } from "~/models/records/evidence/facts/evidence-facts.server";
import { checkSentences, sentencesIn } from "~/models/records/evidence/quotes";
import {
  type CheckedAnswer,
  type DraftSentence,
  evidenceOf,
  unsupportedOf,
} from "~/models/records/provenance/sentences";
import type { Sources } from "./sources.server";

/** A sentence in the answer of a model. */
export const SourcedSentence = z.object({
  text: z.string().describe("One sentence."),
  source: z.number().nullable().default(null).describe("The number of the page that supports the sentence."),
  quote: z.string().default("").describe("The passage of that page, word for word."),
  paragraph: z.number().int().default(1),
});

const Sentences = z.object({ sentences: z.array(SourcedSentence) });

export interface Written extends z.output<typeof SourcedSentence> {
  section?: string;
}

/** All characters of pages in one question, as JSON. */
const MAX_PAGE_TEXT = 40_000;

/** The pages as they are given to a model: numbered, and cut around the first mention of the person's last name. */
export function pagesFor({ pages }: Sources, name: string) {
  const share = Math.floor(MAX_PAGE_TEXT / Math.max(1, pages.length));
  const surname = name.trim().split(/\s+/).at(-1) ?? "";
  return pages.map(({ title, url, text }, index) => ({
    number: index + 1,
    title,
    url,
    text: cut(text, surname, share),
  }));
}

function cut(text: string, surname: string, share: number): string {
  const isFar = text.length > share && text.indexOf(surname) > share / 2;
  let part = isFar ? text.slice(text.indexOf(surname) - 500) : text;
  // Escapes count: the limit of a question is one of its JSON.
  for (let size = sizeOf(part); size > share; size = sizeOf(part)) {
    part = part.slice(0, Math.floor((part.length * share) / size) - 1);
  }
  return part;
}

type Asking = Pick<Question<unknown>, "task" | "data" | "provider" | "model" | "signal" | "onText" | "jobId">;

/** Heads text that arrives. */
export const NOT_CHECKED = "Not checked yet";

/** Asks for the sentences of one text. Throws what `askText` throws. */
export async function askForSentences(
  editor: Editor,
  question: Asking,
  { name, field }: { name: string; field: string },
  sources: Sources,
  schema: z.ZodType<{ sentences: Written[] }> = Sentences,
): Promise<{ sentences: DraftSentence[]; answered: Answered<unknown> }> {
  const data = { ...question.data, pages: pagesFor(sources, name) };
  const onText = question.onText && readableText({ text: NOT_CHECKED }, question.onText);
  const answered = await askText(editor, { ...question, data, onText, schema, readOther: readProse });
  return { sentences: await checked(field, answered.answer.sentences, sources.pages, name), answered };
}

export function checkedAnswer(sentences: DraftSentence[], { notice, failed }: Sources): CheckedAnswer {
  return { evidence: evidenceOf(sentences), unsupported: unsupportedOf(sentences), notice, failedPages: failed };
}

/** Checks what a model wrote against the pages that it was given. */
export async function checked(
  field: string,
  written: Written[],
  pages: SourcePage[],
  name: string,
): Promise<DraftSentence[]> {
  const sentencesWritten = written.filter(({ text }) => text.trim() !== "");
  const { sentences, unsupported } = checkSentences(field, sentencesWritten, pages, name);
  const checked = sentences.map(async ({ text, evidence }, index) => {
    const { paragraph = 1, section: heading = "" } = sentencesWritten[index] ?? {};
    const reason = evidence ? "" : (unsupported.find(({ sentence }) => sentence === text)?.reason ?? NO_SENTENCE);
    const draft = { field, text, paragraph, heading, evidence, reason };
    const facts = evidence ? await evidenceFacts(evidence, name) : [];
    return facts.length > 0 ? { ...draft, facts } : draft;
  });
  return Promise.all(checked);
}

const NO_SENTENCE = "This is not a sentence.";

/** Prose, also under any key of JSON, as sentences without a source; null for JSON that is broken. */
export function readProse(text: string): { sentences: Written[] } | null {
  const prose = proseIn(text);
  if (prose === null) return null;
  return { sentences: unsourced(prose) };
}

export function unsourced(prose: string): Written[] {
  return prose
    .split(/\n\s*\n/)
    .flatMap((paragraph, index) =>
      sentencesIn(paragraph).map((text) => ({ text, source: null, quote: "", paragraph: index + 1 })),
    );
}

/** JSON that is broken or cut off, also behind words about it; or only an announcement of what does not come. */
function isBroken(text: string): boolean {
  return /^\s*["[]/.test(text) || /[{}]|```|\[\s*"/.test(text) || text.trimEnd().endsWith(":");
}

function proseIn(text: string): string | null {
  const read = readStructured(text, z.record(z.string(), z.unknown()));
  if ("problem" in read) return isBroken(text) ? null : text;
  const texts = Object.entries(read.value).flatMap(([key, input]) =>
    typeof input === "string" && !ABOUT_ANSWER.has(key.toLowerCase()) ? [input] : [],
  );
  const prose = texts.join("\n\n");
  return prose.split(/\s+/).filter(Boolean).length >= FEWEST_WORDS ? prose : null;
}

/** Keys under which a model writes about its answer. */
const ABOUT_ANSWER = new Set(["code", "error", "errors", "message", "reason", "refusal", "status", "type"]);
const FEWEST_WORDS = 3;
