import { requireUser } from "~/auth/session.server";
import { api, created } from "~/http/api.server";
import { linkOrigin } from "~/http/origin.server";
import { RECEIVED, SUBMISSION_CHARACTERS } from "~/models/submissions/fields";
import { submitExpert } from "~/models/submissions/submissions.server";

/** POST /api/submissions: the nine fields of a submission. It stores at once and names possible duplicates in its answer. */
export const { loader, action } = api({
  POST: async ({ request, body }) => {
    const user = await requireUser(request);
    const { duplicates, ...received } = await submitExpert(user, await body({ characters: SUBMISSION_CHARACTERS }), {
      origin: linkOrigin(request),
    });
    return created({
      ...received,
      message: RECEIVED,
      duplicates: duplicates.map(({ name, slug, reason }) => ({ name, slug, reason })),
    });
  },
});
