/** Writes about a person from pages that were read: every sentence names and quotes its page, and the quote is checked. */
import { z } from "zod";
import type { Editor } from "~/models/base/accounts/admin.server";
import { type Answered, askText, type Question } from "~/models/base/providers/ask-text.server";
import { sizeOf } from "~/models/base/providers/prompt.server";
import { readStructured } from "~/models/base/providers/structured";
import { createJsonTextReader } from "~/models/base/web/readable-text";
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

/** One sentence of a model's answer. */
export const SourcedSentence = z.object({
  text: z.string().describe("One sentence."),
  source: z.number().nullable().default(null).describe("The number of the page that supports the sentence."),
  quote: z.string().default("").describe("The passage of that page, word for word."),
  paragraph: z.number().int().default(1),
});

const Sentences = z.object({ sentences: z.array(SourcedSentence) });

export interface WrittenSentence extends z.output<typeof SourcedSentence> {
  section?: string;
}

/** Limits the pages in one prompt, in characters of JSON. */
const MAX_PAGE_TEXT = 40_000;

/** Returns the pages for a prompt: numbered, and cut around the first mention of the person's last name. */
export function pagesFor({ pages }: Sources, name: string) {
  const share = Math.floor(MAX_PAGE_TEXT / Math.max(1, pages.length));
  const surname = name.trim().split(/\s+/).at(-1) ?? "";
  return pages.map(({ title, url, text }, index) => ({
    number: index + 1,
    title,
    url,
    text: cutToShare(text, surname, share),
  }));
}

function cutToShare(text: string, surname: string, share: number): string {
  const isFar = text.length > share && text.indexOf(surname) > share / 2;
  let part = isFar ? text.slice(text.indexOf(surname) - 500) : text;
  // Measures the JSON, because escapes count towards the limit of a prompt.
  for (let size = sizeOf(part); size > share; size = sizeOf(part)) {
    part = part.slice(0, Math.floor((part.length * share) / size) - 1);
  }
  return part;
}

type TextQuestion = Pick<Question<unknown>, "task" | "data" | "provider" | "model" | "signal" | "onText" | "jobId">;

/** The heading above text that is still arriving. */
export const NOT_CHECKED = "Not checked yet";

/** Asks for the sentences of one text. Throws what `askText` throws. */
export async function askForSentences(
  editor: Editor,
  question: TextQuestion,
  { name, field }: { name: string; field: string },
  sources: Sources,
  schema: z.ZodType<{ sentences: WrittenSentence[] }> = Sentences,
): Promise<{ sentences: DraftSentence[]; response: Answered<unknown> }> {
  const data = { ...question.data, pages: pagesFor(sources, name) };
  const onText = question.onText && createJsonTextReader({ text: NOT_CHECKED }, question.onText);
  const response = await askText(editor, { ...question, data, onText, schema, readOther: readProse });
  return {
    sentences: await checkWrittenSentences(field, response.answer.sentences, sources.pages, name),
    response: response,
  };
}

export function toCheckedAnswer(sentences: DraftSentence[], { notice, failed }: Sources): CheckedAnswer {
  return { evidence: evidenceOf(sentences), unsupported: unsupportedOf(sentences), notice, failedPages: failed };
}

/** Checks what a model wrote against the pages that it was given. */
export async function checkWrittenSentences(
  field: string,
  modelSentences: WrittenSentence[],
  pages: SourcePage[],
  name: string,
): Promise<DraftSentence[]> {
  const sentencesWritten = modelSentences.filter(({ text }) => text.trim() !== "");
  const { sentences, unsupported } = checkSentences(field, sentencesWritten, pages, name);
  const drafts = sentences.map(async ({ text, evidence }, index) => {
    const { paragraph = 1, section: heading = "" } = sentencesWritten[index] ?? {};
    const reason = evidence ? "" : (unsupported.find(({ sentence }) => sentence === text)?.reason ?? NO_SENTENCE);
    const draft = { field, text, paragraph, heading, evidence, reason };
    const facts = evidence ? await evidenceFacts(evidence, name) : [];
    return facts.length > 0 ? { ...draft, facts } : draft;
  });
  return Promise.all(drafts);
}

const NO_SENTENCE = "This is not a sentence.";

/** Reads prose, also from JSON under any key, as sentences without a source. Returns null for broken JSON. */
export function readProse(text: string): { sentences: WrittenSentence[] } | null {
  const prose = proseIn(text);
  if (prose === null) return null;
  return { sentences: proseSentences(prose) };
}

export function proseSentences(prose: string): WrittenSentence[] {
  return prose
    .split(/\n\s*\n/)
    .flatMap((paragraph, index) =>
      sentencesIn(paragraph).map((text) => ({ text, source: null, quote: "", paragraph: index + 1 })),
    );
}

/** Detects JSON that is broken or cut off, also after an introduction, and an introduction that nothing follows. */
function isBroken(text: string): boolean {
  return /^\s*["[]/.test(text) || /[{}]|```|\[\s*"/.test(text) || text.trimEnd().endsWith(":");
}

function proseIn(text: string): string | null {
  const parseResult = readStructured(text, z.record(z.string(), z.unknown()));
  if ("problem" in parseResult) return isBroken(text) ? null : text;
  const texts = Object.entries(parseResult.value).flatMap(([key, input]) =>
    typeof input === "string" && !KEYS_ABOUT_ANSWER.has(key.toLowerCase()) ? [input] : [],
  );
  const prose = texts.join("\n\n");
  return prose.split(/\s+/).filter(Boolean).length >= MIN_WORDS ? prose : null;
}

/** Keys under which a model writes about its answer. */
const KEYS_ABOUT_ANSWER = new Set(["code", "error", "errors", "message", "reason", "refusal", "status", "type"]);
const MIN_WORDS = 3;
