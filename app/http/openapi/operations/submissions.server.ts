import { z } from "zod";
import { Sources } from "../answers/evidence.server";
import {
  Correction,
  Decided,
  DecidedRequest,
  MissedSearch,
  OwnSubmission,
  Received,
  Request,
  Submission,
} from "../answers/submissions.server";
import { type Operations, Paging, page, paged, Success, search } from "../operation.server";

export const suggestions: Operations = {
  "POST /api/submissions": {
    summary: "Suggests an expert, or with change, the slug of a profile, a change to it",
    access: "user",
    answer: Received,
    status: 201,
    problems: [404, 409, 410],
  },
  "GET /api/submissions/{id}": { summary: "One's own submission", access: "user", answer: OwnSubmission },
  "PUT /api/submissions/{id}": {
    summary: "Corrects one's own submission while it waits",
    access: "user",
    answer: OwnSubmission,
  },
  "DELETE /api/submissions/{id}": {
    summary: "Withdraws one's own submission while it waits",
    access: "user",
    answer: Success,
  },
  "PUT /api/drafts/{id}": {
    summary: "Saves an unfinished submission for an account or this browser",
    access: "public",
    answer: null,
    status: 204,
  },
};

export const reports: Operations = {
  "POST /api/reports": {
    summary: "Reports an error, or asks to be taken off; it counts after the link in the mail is used",
    access: "public",
    answer: z.object({ id: z.string() }),
    status: 201,
    problems: [404, 410],
  },
  "GET /api/corrections": {
    summary: "What was corrected, the latest first",
    access: "public",
    query: z.object(page),
    answer: z.object({ corrections: z.array(Correction), ...Paging, medianAnswerMs: z.number().nullable() }),
  },
};

export const review: Operations = {
  "GET /api/admin/submissions": {
    summary: "All submissions, the newest first",
    access: "editor",
    answer: z.array(Submission),
  },
  "GET /api/admin/submissions/paginated": {
    summary: "One page of the submissions of a status",
    access: "editor",
    query: z.object({
      ...paged(10),
      ...search,
      status: z.enum(["pending", "approved", "rejected"]).optional().describe("pending unless given."),
    }),
    answer: z.object({ submissions: z.array(Submission), ...Paging }),
  },
  "PUT /api/admin/submissions/{id}": {
    summary: "Changes the given fields of a waiting submission",
    access: "editor",
    answer: Submission,
  },
  "POST /api/admin/submissions/{id}/approve": {
    summary: "Publishes a submission; of a change, acceptedFields",
    access: "editor",
    answer: Decided,
  },
  "POST /api/admin/submissions/{id}/reject": {
    summary: "Rejects a submission with notes for its sender",
    access: "editor",
    answer: Decided,
  },
  "POST /api/admin/submissions/bulk": {
    summary: "Approves, rejects or undoes at most 50 submissions",
    access: "editor",
    answer: z.object({
      done: z.array(z.string()),
      refused: z.array(z.object({ id: z.string(), message: z.string() })),
    }),
  },
  "POST /api/admin/submissions/{id}/change": {
    summary: "Turns a suggested expert into a change to a profile",
    access: "editor",
    answer: Success,
  },
  "GET /api/admin/submissions/{id}/evidence": {
    summary: "The sentences of a submission with their sources",
    access: "editor",
    answer: Sources,
  },
  "POST /api/admin/submissions/{id}/evidence": {
    summary: "Changes the sources of a submission",
    access: "editor",
    answer: Sources,
    status: 201,
  },
  "GET /api/admin/requests": {
    summary: "Reports and wishes to be taken off: what waits, the first due first, or what was decided",
    access: "editor",
    query: z.object({ ...page, status: z.enum(["open", "decided"]).optional() }),
    answer: z.object({
      requests: z.array(Request),
      ...Paging,
      counts: z.object({ open: z.int(), decided: z.int() }),
    }),
  },
  "POST /api/admin/requests/{id}/decide": {
    summary: "Applies or rejects a request, or removes the person",
    access: "editor",
    answer: DecidedRequest,
  },
  "GET /api/admin/missing": {
    summary: "Searches that found nobody, the most frequent first, at most 100",
    access: "editor",
    answer: z.object({ searches: z.array(MissedSearch) }),
  },
  "POST /api/admin/missing/dismiss": { summary: "Hides such a search for good", access: "editor", answer: Success },
};
