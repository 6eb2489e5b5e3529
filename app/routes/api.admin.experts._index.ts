import { editorApi } from "~/auth/guards.server";
import { created } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { createExpert } from "~/models/experts/admin-list.server";
import { expertView } from "~/models/experts/public-view.server";

/** Images come as data URLs, as with PUT /api/experts/{id}. */
const MAX_BYTES = 25 * 1024 * 1024;

/** POST /api/admin/experts: makes an expert by hand from the fields of the record. */
export const { loader, action } = editorApi({
  POST: async ({ editor, body, request }) => {
    return created(await createExpert(editor, await body(MAX_BYTES), { origin: siteOrigin(request) }, expertView));
  },
});
