import { z } from "zod";
import { EVIDENCE_KINDS, EVIDENCE_STATUSES } from "~/models/records/evidence/evidence";
import { FACT_KINDS } from "~/models/records/evidence/facts/fact";
import { OPINIONS } from "~/models/records/evidence/opinion";
import { SOURCE_KINDS } from "~/models/records/evidence/source-kinds";
import { Supports } from "~/models/records/sources/edits.server";
import { SUBJECT_KINDS } from "~/models/records/sources/subjects.server";
import { TEXT_PROVIDERS } from "~/services/ai-providers";
import { named, time } from "../operation.server";

const text = z.string();

/** The fields of a source in public answers. */
export const publicSource = {
  url: text,
  title: text,
  retrievedAt: text,
  doi: text.optional().describe("The DOI of the cited work."),
  kind: z.enum(SOURCE_KINDS).optional(),
  isbn: text.optional(),
  place: text.optional().describe("The place in the source, such as a page or chapter."),
};

const evidenceFields = {
  field: text,
  sentence: text,
  quote: text,
  context: text.describe("The quote with about 200 characters on both sides."),
  source: z.object({ ...publicSource, textHash: text }).nullable(),
  kind: z.enum(EVIDENCE_KINDS).optional(),
  checkedBy: text.optional().describe("The name of the editor who read the source."),
  status: z.enum(EVIDENCE_STATUSES),
  keptBy: text,
  reason: text,
};

export const NewEvidence = named("NewEvidence", z.object(evidenceFields));

const ranges = z.array(z.tuple([z.number(), z.number()]));

/** The differences in facts between a sentence and its quote. */
export const Facts = z
  .array(
    z.object({
      kind: z.enum(FACT_KINDS),
      sentence: text.describe("Words of the sentence that the quote lacks."),
      quote: text.describe("The words that the quote has instead."),
      marks: z.object({ sentence: ranges, quote: ranges }).describe("The positions of these words, in UTF-16 units."),
    }),
  )
  .describe(
    "Numbers, dates, units and names that only one of sentence and quote has. An empty list does not prove that they agree.",
  );

const Evidence = named(
  "Evidence",
  z.object({
    id: text,
    ...evidenceFields,
    facts: Facts,
    opinion: z
      .object({
        says: z.enum(OPINIONS).describe("The model's opinion: does the quote say the sentence?"),
        words: z.array(text).describe("Words of the sentence that the quote does not support."),
        provider: text,
        model: text,
        at: time,
      })
      .nullable()
      .describe("The opinion of a language model. It decides nothing."),
    checkedAt: time,
    createdAt: time,
  }),
);

/** The sentences of a record with their sources. */
export const Sources = named(
  "Sources",
  z.object({
    kind: z.enum(SUBJECT_KINDS),
    id: text,
    name: text,
    path: text,
    fields: z.array(
      z.object({
        field: text,
        label: text,
        isAi: z.boolean(),
        sentences: z.array(z.object({ sentence: text, evidence: z.array(Evidence) })),
      }),
    ),
    lost: z.array(z.object({ evidence: Evidence, closest: text.nullable() })),
    problems: z.array(
      z.object({
        key: text,
        kind: z.enum(["unsupported", "uncited", "dead link", "retracted work", "unknown name", "lost source"]),
        text,
        blocks: z.boolean(),
        accepted: z.object({ by: text, at: text, reason: text }).nullable(),
        field: text.optional(),
        sentence: text.optional(),
        at: z
          .object({ field: text, sentence: text.optional() })
          .optional()
          .describe("The field and sentence that the source belongs to."),
      }),
    ),
  }),
);

/** The fields that accompany every text of a model. */
export const checkedTextFields = {
  evidence: z.array(NewEvidence),
  unsupported: z.array(z.object({ field: text, sentence: text, reason: text })),
  notice: text,
  failedPages: z.array(z.object({ url: text, reason: text })),
};

export const modelFields = { provider: z.enum(TEXT_PROVIDERS), model: text };

/** The field with which a client detects that somebody else changed the record. */
export const updatedAt = z
  .string()
  .optional()
  .describe("The `updatedAt` that you read. If the record has changed since, the answer is 409.");

/** The fields for the sources of new sentences, in bodies with a public text. */
export const forNewSentences = {
  support: Supports.describe("Sources of new sentences in a public text of AI."),
  acceptedReason: z.string().optional().describe("The reason why the other sentences have no source. Readers see it."),
};
