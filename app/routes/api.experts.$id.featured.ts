import { call, endpoint } from "~/auth/endpoint.server";
import { Expert } from "~/http/openapi/schemas/experts.server";
import { FeaturedInput, setFeatured } from "~/models/editing/experts/featured.server";
import { withPositions } from "~/models/records/profiles/public-view.server";

export const { loader, action } = endpoint("/api/experts/{id}/featured", {
  PATCH: call({
    subject: "Editing experts",
    summary: "Features an expert, or stops featuring them",
    access: "editor",
    body: FeaturedInput,
    example: { featured: false },
    answer: Expert,
    handler: async ({ editor, id, body }) => withPositions(await setFeatured(editor, id, body)),
  }),
});
