import { z } from "zod";
import { submissionSchema } from "~/models/editing/submissions/input.server";
import { categories } from "~/models/records/listings/categories";
import { named, time } from "../operation.server";
import { updatedAt } from "./evidence.server";
import { ExpertFields, PROFILE } from "./experts.server";

const text = z.string();
const status = z.enum(["pending", "approved", "rejected"]);

export const SubmissionReceipt = z.object({
  id: text,
  status,
  statusLabel: text,
  message: text,
  duplicates: z.array(z.object({ name: text, slug: text.nullable(), reason: text })),
});

export const OwnSubmission = named(
  "OwnSubmission",
  z.object({
    id: text,
    name: text,
    isChange: z.boolean(),
    status,
    statusLabel: text,
    submittedAt: time,
    updatedAt: time,
    reviewedAt: time.nullable(),
    slug: text.nullable(),
    reviewNotes: text,
    part: z.object({ taken: text, leftOut: text }).nullable(),
    fields: z.array(z.object({ field: text, label: text, value: z.union([text, z.array(text)]) })),
    record: z.object(PROFILE),
    submitterReason: text,
    basedOn: text.describe("The `updatedAt` of the profile that `record` completes; empty for a new expert."),
    isEdited: z.boolean(),
  }),
);

export const Submission = named(
  "Submission",
  z.object({
    id: text,
    status,
    changes: text.nullable().describe("The slug of the profile that it changes."),
    changedFields: z.array(text),
    submittedAt: time,
    updatedAt: time,
    submitterName: text,
    submitterEmail: text,
    submitterReason: text,
    reviewNotes: text,
    reviewedAt: time.nullable(),
    ...PROFILE,
  }),
);

export const SubmissionDecision = named(
  "Decided",
  z.object({ message: text, id: text, status, slug: text.nullable() }),
);

const requestStatus = z.enum(["unconfirmed", "open", "applied", "rejected", "removed"]);
const requestKind = z.enum(["error", "removal", "claim", "work"]);

export const Request = named(
  "Request",
  z.object({
    id: text,
    kind: requestKind,
    status: requestStatus,
    fieldLabel: text,
    name: text,
    slug: text,
    confirmedAt: time.nullable(),
    dueAt: time.nullable(),
    decidedAt: time.nullable(),
    due: z.enum(["later", "near", "overdue"]),
    field: text.describe(
      "The field of the record; of a work that is not the person's, its identifier; empty for something else.",
    ),
    says: text.describe("The present text, as the report quotes it."),
    should: text.describe("The text that the report asks for."),
    source: text,
    message: text.describe("The message of the report, or the proof of a claim."),
    email: text,
    notes: text,
    expertId: text.describe("Empty once the profile is gone."),
    expertUpdatedAt: text.describe(
      "The value to send with the decision. If the profile has changed since, the answer is 409.",
    ),
    present: text.nullable().describe("The field as it is, a line for each entry of a list."),
    proposed: text.nullable().describe("The field after the change, or null if the decision must send a value."),
  }),
);

export const MissedSearch = named(
  "MissedSearch",
  z.object({ words: text, typed: text, count: z.int(), firstDay: text, lastDay: text }),
);

export const DecidedRequest = z.object({
  id: text,
  status: requestStatus,
  mentions: z.array(z.object({ what: text, title: text, href: text, isPublic: z.boolean() })),
});

export const Correction = named(
  "Correction",
  z.object({
    at: time,
    kind: requestKind,
    outcome: requestStatus,
    field: text,
    profile: z.object({ slug: text, name: text }).nullable(),
  }),
);

export const Suggestion = submissionSchema([]).extend({
  change: text.optional().describe("The slug of a profile."),
  basedOn: text.optional().describe("The `updatedAt` of the profile that you read. Later changes of others are kept."),
});

export const SuggestionEdit = Suggestion.extend({ updatedAt });

/** Leaves out `status` ("living" or "historical"), because a submission has a status of its own. */
export const SubmissionEdit = ExpertFields.omit({ slug: true, featured: true, status: true })
  .partial()
  .extend({ updatedAt });

export const SUGGESTION_EXAMPLE = {
  name: "Somebody New",
  title: "Professor of beginnings",
  categories: [categories[0].key],
  longevityContribution: "Found how things start.",
  biography: "Born, then **started**.",
  referenceLinks: ["https://somebody-new.example/"],
  submitterReason: "They are missing.",
};
