import { call, endpoint } from "~/auth/endpoint.server";
import { EXPERT_EXAMPLE, ExpertView, NewExpert } from "~/http/openapi/schemas/experts.server";
import { siteOrigin } from "~/http/origin.server";
import { createExpert } from "~/models/editing/experts/admin-list.server";
import { expertView } from "~/models/records/profiles/public-view.server";

/** Images come as data URLs, as with PUT /api/experts/{id}. */
const MAX_BYTES = 25 * 1024 * 1024;

export const { loader, action } = endpoint("/api/admin/experts", {
  POST: call({
    subject: "Editing experts",
    summary: "Adds an expert; images may come as data URLs",
    access: "editor",
    limit: MAX_BYTES,
    body: NewExpert,
    example: EXPERT_EXAMPLE,
    answer: ExpertView,
    status: 201,
    handler: async ({ editor, body, request }) => {
      return await createExpert(editor, body, { origin: siteOrigin(request) }, expertView);
    },
  }),
});
