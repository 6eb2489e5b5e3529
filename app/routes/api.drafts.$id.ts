import { currentUser } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { draftBrowser } from "~/http/draft-cookie.server";
import { saveIn } from "~/models/records/save-order";
import { saveDraft } from "~/models/submissions/drafts.server";
import { SUBMISSION_CHARACTERS, toFields } from "~/models/submissions/fields";

/** PUT /api/drafts/{id}: keeps what stands in the submission form while it is typed. */
export const { loader, action } = api({
  PUT: async ({ request, params, address, body }) => {
    const [user, browser] = await Promise.all([currentUser(request), draftBrowser(request)]);
    const owner = { browser, userId: user?.id ?? null, address };
    const sent = await body({ characters: SUBMISSION_CHARACTERS });
    await saveDraft(params.id ?? "", toFields(sent), { ...owner, ...saveIn(sent) });
    return new Response(null, { status: 204 });
  },
});
