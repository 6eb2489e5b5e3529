import { call, endpoint } from "~/auth/endpoint.server";
import { ArticleView } from "~/http/openapi/schemas/articles.server";
import { publicArticle } from "~/models/records/articles/public-view.server";

export const { loader, action } = endpoint("/api/articles/{slug}", {
  GET: call({
    subject: "Articles",
    summary: "A published article with its text and the source of each sentence; former slugs work too",
    access: "public",
    cors: true,
    answer: ArticleView,
    handler: async ({ params }) => publicArticle(params.slug ?? ""),
  }),
});
