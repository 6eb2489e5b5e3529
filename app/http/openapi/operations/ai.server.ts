import { z } from "zod";
import { checked, NewEvidence, writtenBy } from "../answers/evidence.server";
import { named, type Operation, type Operations, Success } from "../operation.server";
import { generatedImages } from "./library.server";

const text = z.string();
const texts = z.array(text);
const rejected = z.array(z.object({ label: text, url: text, reason: text }));
const Idea = named("Idea", z.object({ title: text, description: text, targetExpert: text }));
const Offer = named(
  "Offer",
  z.object({
    id: text,
    field: text,
    value: z.union([text, texts]),
    sentences: z.array(
      z.object({
        field: text,
        text,
        paragraph: z.number(),
        heading: text,
        evidence: NewEvidence.nullable(),
        reason: text,
      }),
    ),
    rejected,
    notice: text,
    failedPages: z.array(z.object({ url: text, reason: text })),
    model: text,
    createdAt: text,
    isAccepted: z.boolean(),
    before: text,
  }),
);

/** While a model writes. */
const progress = z.object({
  status: z.enum(["waiting", "running", "completed", "error", "interrupted", "stopped"]),
  message: text,
  done: z.number(),
  total: z.number(),
  text: text.describe("What arrived since from."),
  length: z.number(),
});
const from = z.object({ from: z.int().min(0).optional().describe("In characters.") });

/** A call that waits for a provider. */
function asks(summary: string, answer: z.ZodType): Operation {
  return { summary, access: "editor", answer, problems: [402, 404, 502] };
}

export const ai: Operations = {
  "POST /api/research/generate-expert": asks(
    "Drafts a profile; nothing is stored",
    z.object({
      expertName: text,
      expertTitle: text,
      categories: texts,
      longevityContribution: text,
      biography: text,
      researchData: z.object({ keyFacts: texts, uncertainties: texts }),
      costUsd: z.number().nullable(),
      inputTokens: z.number().nullable(),
      outputTokens: z.number().nullable(),
      referenceLinks: texts,
      rejectedLinks: rejected,
      ...checked,
      ...writtenBy,
    }),
  ),
  "POST /api/openai/generate-biography": asks(
    "Writes a biography",
    z.object({ biography: text, ...checked, ...writtenBy }),
  ),
  "POST /api/openai/generate-contribution": asks(
    "Writes a longevity contribution",
    z.object({ longevityContribution: text, ...checked, ...writtenBy }),
  ),
  "POST /api/openai/generate-science-highlights": asks(
    "Writes science highlights, each topic|summary",
    z.object({ scienceHighlights: texts, ...checked, ...writtenBy }),
  ),
  "POST /api/ai/find-references": asks(
    "Finds links about a person, each label|address, and opens them",
    z.object({ referenceLinks: texts, rejectedLinks: rejected, ...writtenBy }),
  ),
  "POST /api/admin/suggestions": asks(
    "Suggests a field of a profile",
    z.union([
      z.object({ offer: Offer }),
      z.object({ notice: z.object({ field: text, title: text, message: text, rejected }) }),
    ]),
  ),
  "POST /api/admin/suggestions/{id}/keep": asks(
    "Keeps an unsupported sentence, with a source or a reason",
    z.object({ offer: Offer }),
  ),
  "GET /api/admin/generations/{id}/text": {
    summary: "What has arrived of a profile while it is being written",
    access: "editor",
    query: from,
    answer: progress,
  },
};

export const promotions: Operations = {
  "POST /api/admin/generate-ideas": asks("Ideas for articles about an expert", z.object({ ideas: z.array(Idea) })),
  "POST /api/admin/generate-content-from-ideas": asks(
    "Articles from ideas",
    z.object({
      contents: z.array(z.object({ content: text, expert: text, idea: Idea, provider: text, model: text, ...checked })),
      problems: texts.optional().describe("Why there are fewer articles than ideas."),
    }),
  ),
  "POST /api/admin/generate-image-prompt": asks("A prompt for an image", z.object({ prompt: text })),
  "POST /api/admin/generate-images": asks("Images for texts", generatedImages),
  "POST /api/admin/generate-seo-tags": asks("Tags for a text", z.object({ tags: texts, ...writtenBy })),
  "POST /api/admin/publish-article": {
    summary: "Publishes a text as an article",
    access: "editor",
    answer: z.object({ id: text, title: text, slug: text, url: text }),
    problems: [404],
  },
  "PUT /api/admin/promotions/{id}": {
    summary: "Keeps what is typed and chosen in the wizard",
    access: "editor",
    answer: Success,
  },
  "GET /api/admin/promotions/{id}/text": {
    summary: "What has arrived of what a promotion waits for",
    access: "editor",
    query: from,
    answer: progress,
  },
};
