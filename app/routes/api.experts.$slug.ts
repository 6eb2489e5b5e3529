import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { EXPERT_EXAMPLE, ExpertEdit, ExpertView } from "~/http/openapi/schemas/experts.server";
import { siteOrigin } from "~/http/origin.server";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { trashExpert } from "~/models/editing/experts/trash.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { expertView } from "~/models/records/profiles/public-view.server";

/** The limit allows images as data URLs. */
const MAX_BYTES = 25 * 1024 * 1024;

export const { loader, action } = endpoint("/api/experts/{slug}", {
  GET: call({
    subject: "Experts",
    summary: "An expert with works and the source of each sentence; former slugs work too",
    access: "public",
    cors: true,
    answer: ExpertView,
    problems: [410],
    handler: async ({ params }) => expertView(await findExpert(params.slug ?? "")),
  }),
  PUT: call({
    subject: "Editing experts",
    summary: "Changes the given fields; answers 409 to an updatedAt of another version",
    access: "editor",
    limit: MAX_BYTES,
    body: ExpertEdit,
    example: EXPERT_EXAMPLE,
    answer: ExpertView,
    problems: [410],
    handler: async ({ editor, body, params, request }) => {
      const options = { origin: siteOrigin(request), signal: request.signal };
      return editExpert(editor, params.slug ?? "", body, options, expertView);
    },
  }),
  DELETE: call({
    subject: "Editing experts",
    summary: "Puts an expert into the trash",
    access: "editor",
    answer: Success,
    handler: async ({ editor, params }) => {
      await trashExpert(editor, params.slug ?? "");
      return { success: true };
    },
  }),
});
