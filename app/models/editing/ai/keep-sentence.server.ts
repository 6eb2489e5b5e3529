/** Keeps an unsupported sentence, for which an admin names a source, or a reason that is stored with the admin's name. */
import { z } from "zod";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { nameOf } from "~/models/base/audit/audit.server";
import { parse } from "~/models/base/input/validation.server";
import type { SourcePage } from "~/models/records/evidence/evidence";
import { gatherPages } from "~/models/records/evidence/pages.server";
import { checkSentences } from "~/models/records/evidence/quotes";
import { type DraftSentence, keepFields } from "~/models/records/provenance/sentences";

const textOfAtMost = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString("en")} characters fit here.`)
    .nullish()
    .transform((text) => text ?? "");

export const KeepInput = z.object({
  index: z.int().min(0),
  by: z.enum(["source", "reason"]),
  url: textOfAtMost(2_000),
  quote: textOfAtMost(2_000),
  reason: textOfAtMost(1_000),
});

/**
 * Returns the sentences, one of them with new evidence. Takes `{ index, by: "source", url, quote }` or
 * `{ index, by: "reason", reason }`. Throws "invalid" with the message of the field, "missing".
 */
export async function keepSentence(
  editor: Editor,
  sentences: DraftSentence[],
  input: unknown,
  { id, name, signal }: { id: string; name: string; signal?: AbortSignal },
): Promise<DraftSentence[]> {
  const { index, by, url, quote, reason } = parse(KeepInput, input);
  const sentence = sentences[index];
  if (!sentence) throw new AppError("missing", "This sentence is no longer here.");
  const names = keepFields(id, index);
  const refuse = (message: string, field: keyof typeof names) =>
    new AppError("invalid", message, { [names[field]]: message });
  if (by === "reason") {
    if (!reason) throw refuse("Please say why this sentence stays.", "reason");
    const { field, text } = sentence;
    const noQuote = { quote: "", context: "", source: null, status: "supported" } as const;
    return withEvidence({ field, sentence: text, ...noQuote, keptBy: nameOf(editor), reason });
  }
  if (!url) throw refuse("Please enter the address of the source.", "url");
  const { pages, failed } = await gatherPages([url], name, { signal });
  if (pages.length === 0) throw refuse(`This page cannot be read: ${failed[0]?.reason ?? "it has no text"}.`, "url");
  const support = findSupport(pages, sentence, quote, name);
  if (typeof support === "string") throw refuse(`This source does not support the sentence. ${support}`, "quote");
  return withEvidence({ ...support, keptBy: nameOf(editor) });

  function withEvidence(evidence: NonNullable<DraftSentence["evidence"]>): DraftSentence[] {
    return sentences.map((candidate) => (candidate === sentence ? { ...candidate, evidence, reason: "" } : candidate));
  }
}

/** Returns the evidence for a sentence in the pages, or a text that says why they do not support it. */
function findSupport(pages: SourcePage[], { field, text }: DraftSentence, quote: string, name: string) {
  const { evidence, unsupported } = checkSentences(field, [{ text, source: 1, quote }], pages, name);
  const [[proof], [problem]] = [evidence, unsupported];
  return proof && !problem ? proof : (problem?.reason ?? "The quote is not there.");
}
