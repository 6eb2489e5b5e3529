import { z } from "zod";
import { EVIDENCE_KINDS, EVIDENCE_STATUSES } from "~/models/records/evidence/evidence";
import { SOURCE_KINDS } from "~/models/records/evidence/source-kinds";
import { Supports } from "~/models/records/sources/edits.server";
import { TEXT_PROVIDERS } from "~/services/ai-providers";
import { named, time } from "../operation.server";

const text = z.string();

/** A source as readers get it. */
export const publicSource = {
  url: text,
  title: text,
  retrievedAt: text,
  doi: text.optional().describe("Of the work that the page is."),
  kind: z.enum(SOURCE_KINDS).optional(),
  isbn: text.optional(),
  place: text.optional().describe("Where in the source."),
};

const written = {
  field: text,
  sentence: text,
  quote: text,
  context: text.describe("The quote with about 200 characters on both sides."),
  source: z.object({ ...publicSource, textHash: text }).nullable(),
  kind: z.enum(EVIDENCE_KINDS).optional(),
  checkedBy: text.optional().describe("Who stands for a reference."),
  status: z.enum(EVIDENCE_STATUSES),
  keptBy: text,
  reason: text,
};

export const NewEvidence = named("NewEvidence", z.object(written));

/** Why somebody should compare a sentence with its quote. */
const looks = z
  .array(
    z.object({
      text,
      claim: z.array(z.tuple([z.number(), z.number()])).describe("Parts of the sentence, in UTF-16 units."),
      quote: z.array(z.tuple([z.number(), z.number()])).describe("Parts of the quote."),
    }),
  )
  .describe("Reasons to compare the sentence with its quote; none proves nothing.");

const Evidence = named(
  "Evidence",
  z.object({
    id: text,
    ...written,
    look: looks,
    checkedAt: time,
    createdAt: time,
  }),
);

/** The sentences of a record with their sources. */
export const Sources = named(
  "Sources",
  z.object({
    kind: z.enum(["experts", "articles", "submissions", "topics"]),
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
        at: z.object({ field: text, sentence: text.optional() }).optional().describe("Where in the text it is."),
      }),
    ),
    opinion: z
      .object({
        evidence: text,
        supported: z.enum(["yes", "partly", "no"]),
        reason: text,
        model: text,
        costUsd: z.number().nullable(),
      })
      .optional()
      .describe("Of the model that was asked; it is not stored."),
  }),
);

/** What stands beside every text that a model wrote. */
export const checked = {
  evidence: z.array(NewEvidence),
  unsupported: z.array(z.object({ field: text, sentence: text, reason: text })),
  notice: text,
  failedPages: z.array(z.object({ url: text, reason: text })),
};

export const writtenBy = { provider: z.enum(TEXT_PROVIDERS), model: text };

/** Of a body that changes a record. */
export const updatedAt = z.string().optional().describe("As it was read: what changed meanwhile is answered with 409.");

/** Of a body with a public text. */
export const forNewSentences = {
  support: Supports.describe("Sources of new sentences in a public text of AI."),
  acceptedReason: z.string().optional().describe("Why the others may stay without a source; readers see it."),
};
