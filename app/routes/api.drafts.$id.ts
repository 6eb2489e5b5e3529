import { currentUser } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { draftBrowser } from "~/http/draft-cookie.server";
import { draftIn, saveDraft } from "~/models/submissions/drafts.server";
import { SUBMISSION_CHARACTERS } from "~/models/submissions/fields";

/** PUT /api/drafts/{id}: keeps what stands in the submission form while it is typed. */
export const { loader, action } = api({
  PUT: async ({ request, params, address, body }) => {
    const [user, browser] = await Promise.all([currentUser(request), draftBrowser(request)]);
    const owner = { browser, userId: user?.id ?? null, address };
    const { page, save, ...fields } = draftIn(await body({ characters: SUBMISSION_CHARACTERS }));
    await saveDraft(params.id ?? "", fields, { ...owner, page, save });
    return new Response(null, { status: 204 });
  },
});
