import { editorApi } from "~/auth/guards.server";
import { created } from "~/http/api.server";
import { changeSourcesWithAi } from "~/models/ai/look-for-source.server";
import { SOURCES_CHARACTERS, sourcesOf } from "~/models/evidence/sources.server";

/** GET and POST /api/admin/submissions/{id}/evidence: the sentences with their sources; see `changeSources` for the body. */
export const { loader, action } = editorApi({
  GET: ({ editor, id }) => sourcesOf(editor, "submissions", id),
  POST: async ({ editor, id, body, request }) => {
    return created(
      await changeSourcesWithAi(editor, "submissions", id, await body({ characters: SOURCES_CHARACTERS }), {
        signal: request.signal,
      }),
    );
  },
});
