import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { linkOrigin } from "~/http/origin.server";
import { Highlights, NotMine } from "~/models/editing/claims/own-works.server";
import { EXPERT_CHARACTERS } from "~/models/records/experts/fields";
import { changeOwnPage } from "~/models/whole/my-profile/own-changes.server";
import { ownPage } from "~/models/whole/my-profile/own-page.server";

const text = z.string();
const time = z.iso.datetime();

const OwnPage = z.object({
  slug: text,
  name: text,
  claimedAt: time.nullable(),
  confirmedAt: time.nullable().describe("The time when the person last confirmed that everything is correct."),
  takesQuestions: z.int().describe("1 if readers may ask questions through this site."),
  askedYearly: z.int().describe("1 if a yearly mail asks whether the profile is correct."),
  record: z.array(z.object({ field: text, label: text, value: text })),
  visits: z
    .object({
      days: z.array(z.object({ day: text, visits: z.int() })),
      hosts: z.array(z.object({ host: text, visits: z.int() })),
    })
    .nullable()
    .describe("Page views of the last 30 days, or null if visits are not counted."),
  questions: z.object({
    waiting: z.int(),
    answered: z.int(),
    latest: z.array(
      z.object({
        path: text.describe("The path that opens the question, only for this person."),
        subject: text,
        from: text,
        purpose: text,
        status: z.enum(["open", "answered"]),
        at: time,
      }),
    ),
  }),
  works: z.array(
    z.object({
      key: text,
      title: text,
      year: z.int().nullable(),
      venue: text,
      url: text,
      highlighted: z.boolean(),
      isDisowned: z.boolean(),
    }),
  ),
  proposals: z.array(
    z.object({ id: text, status: text, statusLabel: text, submittedAt: time, reviewNotes: text, fields: text }),
  ),
  othersWaiting: z.int(),
  changes: z.array(z.object({ at: time, fields: text, by: z.enum(["you", "an editor", "the site"]) })),
});

export const { loader, action } = endpoint("/api/my-profile/{slug}", {
  GET: call({
    subject: "Accounts",
    summary: "The reader's own profile: page views, questions, works, proposals and changes",
    access: "owner",
    answer: OwnPage,
    handler: async ({ user, params }) => ownPage(user, params.slug ?? ""),
  }),
  POST: call({
    subject: "Accounts",
    summary: "Confirms the reader's own profile, highlights or disowns works, and proposes changes",
    access: "owner",
    limit: { characters: EXPERT_CHARACTERS },
    body: z.object({
      stillRight: z.literal(true).optional(),
      takesQuestions: z.boolean().optional(),
      askedYearly: z.boolean().optional(),
      highlight: Highlights.optional().describe("The works that come first on the profile."),
      notMine: NotMine.optional().describe("A work that the editors should remove."),
      changes: z.record(z.string(), z.unknown()).optional().describe("Fields of the record, for the editors."),
    }),
    example: { stillRight: true, takesQuestions: true, highlight: ["W2741809807"] },
    answer: z.object({
      request: text.nullable().describe("The id of the request about a work."),
      proposal: text.nullable().describe("The id of the proposal."),
    }),
    problems: [404, 409],
    handler: async ({ user, params, body, request }) =>
      changeOwnPage(user, params.slug ?? "", body, { origin: linkOrigin(request) }),
  }),
});
