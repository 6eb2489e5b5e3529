import { z } from "zod";
import { named, time } from "../operation.server";
import { publicSource } from "./evidence.server";

const text = z.string();
const range = z.array(z.tuple([z.number(), z.number()]));

/** The found passages for sentences of a profile without a source. */
export const FoundSources = named(
  "FoundSources",
  z.object({
    id: text,
    name: text,
    searched: z
      .object({
        at: time,
        opened: z.array(z.object({ url: text, title: text, unused: text.optional() })),
        failed: z.array(z.object({ url: text, reason: text })),
      })
      .nullable(),
    sentences: z.array(
      z.object({
        key: text,
        field: text,
        label: text,
        sentence: text,
        candidates: z.array(
          z.object({
            id: text,
            quote: text,
            context: text,
            source: z.object({ url: text, title: text, retrievedAt: time, doi: publicSource.doi }),
            score: z.number().describe("From 0 to 1."),
            shared: z.object({ text, claim: range, quote: range }).describe("The words that sentence and quote share."),
            missing: text.describe("The words of the sentence that the quote lacks."),
          }),
        ),
      }),
    ),
    named: z
      .array(z.object({ url: text, title: text, doi: text }))
      .describe("Works and pages that can be a reference without a quote."),
    total: z.number(),
    sourced: z.number(),
    undo: z.object({ status: z.enum(["taken", "rejected"]), sentence: text, key: text }).nullable(),
  }),
);

export const FindingRound = named(
  "FindingRound",
  z.object({
    job: z
      .object({
        id: text,
        status: z.enum(["running", "completed", "error", "stopped", "interrupted"]),
        message: text,
        done: z.number(),
        total: z.number(),
        createdAt: time,
        result: z.object({ profiles: z.number(), sentences: z.number(), proposed: z.number() }).nullable(),
      })
      .nullable(),
    waiting: z.array(z.object({ id: text, name: text, sentences: z.number() })),
    unsourced: z.number(),
  }),
);
