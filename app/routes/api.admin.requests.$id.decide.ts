import { editorApi } from "~/auth/guards.server";
import { linkOrigin } from "~/http/origin.server";
import { DECISION_CHARACTERS, decideRequest } from "~/models/requests/decide.server";

/** POST /api/admin/requests/{id}/decide. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, id, request }) =>
    decideRequest(editor, id, await body({ characters: DECISION_CHARACTERS }), { linkOrigin: linkOrigin(request) }),
});
