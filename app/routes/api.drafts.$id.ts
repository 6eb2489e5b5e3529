import { draftBrowserHash } from "~/auth/draft-cookie.server";
import { call, endpoint } from "~/auth/endpoint.server";
import { currentUser } from "~/auth/session.server";
import { DraftInput, draftIn, saveDraft } from "~/models/editing/submissions/drafts.server";
import { SUBMISSION_CHARACTERS } from "~/models/records/experts/submission-fields";

export const { loader, action } = endpoint("/api/drafts/{id}", {
  PUT: call({
    subject: "Suggestions",
    summary: "Saves an unfinished submission for an account or this browser",
    access: "public",
    limit: { characters: SUBMISSION_CHARACTERS },
    body: DraftInput,
    example: { name: "Typed Only", title: "Professor", category: "", newLink: "", change: "" },
    answer: null,
    status: 204,
    handler: async ({ request, params, address, body }) => {
      const [user, browser] = await Promise.all([currentUser(request), draftBrowserHash(request)]);
      const owner = { browser, userId: user?.id ?? null, address };
      const { page, save, ...fields } = draftIn(body);
      await saveDraft(params.id ?? "", fields, { ...owner, page, save });
    },
  }),
});
