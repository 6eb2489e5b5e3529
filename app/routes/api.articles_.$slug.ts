import { publicApi } from "~/http/api.server";
import { publicArticle } from "~/models/articles/public-view.server";

/** GET /api/articles/{slug}: a published article with its text and the source of each sentence. */
export const { loader, action } = publicApi({
  GET: async ({ params }) => publicArticle(params.slug ?? ""),
});
