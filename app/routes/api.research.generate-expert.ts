import { editorApi } from "~/auth/guards.server";
import { researchExpert } from "~/models/ai/research-profile.server";
import { ABOUT_PERSON_CHARACTERS } from "~/models/ai/write-profile.server";

/** POST /api/research/generate-expert: a draft of a profile; nothing is stored. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) =>
    researchExpert(editor, await body({ characters: ABOUT_PERSON_CHARACTERS }), { signal: request.signal }),
});
