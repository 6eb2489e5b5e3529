import { call, endpoint } from "~/auth/endpoint.server";
import { AdminArticle } from "~/http/openapi/schemas/articles.server";
import { FeaturedInput, setArticleFeatured } from "~/models/editing/articles/featured.server";

export const { loader, action } = endpoint("/api/admin/articles/{id}/featured", {
  PATCH: call({
    subject: "Editing articles",
    summary: "Features an article, or stops featuring it",
    access: "editor",
    body: FeaturedInput,
    example: { featured: false },
    answer: AdminArticle,
    handler: async ({ editor, id, body }) => setArticleFeatured(editor, id, body),
  }),
});
