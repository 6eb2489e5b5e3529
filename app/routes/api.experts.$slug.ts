import { requireEditor } from "~/auth/session.server";
import { publicApi } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { editExpert } from "~/models/experts/admin-list.server";
import { findExpert } from "~/models/experts/experts.server";
import { expertView } from "~/models/experts/public-view.server";
import { trashExpert } from "~/models/experts/trash.server";

/** Images come as data URLs: only here and with submissions is a body this large. */
const MAX_BYTES = 25 * 1024 * 1024;

/** GET /api/experts/{slug}: the whole public view. PUT and DELETE take an id or a slug. */
export const { loader, action } = publicApi({
  GET: async ({ params }) => expertView(await findExpert(params.slug ?? "")),
  PUT: async ({ body, context, params, request }) => {
    const editor = await requireEditor(request, context);
    const options = { origin: siteOrigin(request), signal: request.signal };
    return editExpert(editor, params.slug ?? "", await body(MAX_BYTES), options, expertView);
  },
  DELETE: async ({ context, params, request }) => {
    await trashExpert(await requireEditor(request, context), params.slug ?? "");
    return { success: true };
  },
});
