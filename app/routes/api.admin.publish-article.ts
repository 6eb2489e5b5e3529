import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { MEGABYTE } from "~/http/body.server";
import { siteOrigin } from "~/http/origin.server";
import { Publication, publishArticle } from "~/models/editing/promotions/publish.server";

export const { loader, action } = endpoint("/api/admin/publish-article", {
  POST: call({
    subject: "Promotion",
    summary: "Publishes a text as an article",
    access: "editor",
    limit: MEGABYTE,
    body: Publication,
    example: {
      content: "# A text\n\nMore.",
      articleType: "research-insight",
      expert: "somebody-known",
      featuredImage: null,
      contentId: null,
      linkFromProfile: false,
      seoTags: ["sleep"],
      slug: "",
    },
    answer: z.object({ id: z.string(), title: z.string(), slug: z.string(), url: z.string() }),
    problems: [404],
    handler: async ({ editor, body, request }) => {
      return publishArticle(editor, body, { origin: siteOrigin(request), signal: request.signal });
    },
  }),
});
