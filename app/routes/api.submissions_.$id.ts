import { requireUser } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { SUBMISSION_CHARACTERS } from "~/models/submissions/fields";
import { correctSubmission, ownSubmission, withdrawSubmission } from "~/models/submissions/own.server";

/** One's own submission: reading it and, while it waits, correcting (PUT) or withdrawing it (DELETE). */
export const { loader, action } = api({
  GET: async ({ request, id }) => ownSubmission(await requireUser(request), id),
  PUT: async ({ request, id, body }) => {
    const user = await requireUser(request);
    return correctSubmission(user, id, await body({ characters: SUBMISSION_CHARACTERS }));
  },
  DELETE: async ({ request, id }) => {
    await withdrawSubmission(await requireUser(request), id, {});
    return { success: true };
  },
});
