import { withEvidence } from "~/models/evidence/evidence.server";
import { type Article, findArticle, noSuchArticle } from "./articles.server";

/** A published article as the JSON calls give one, by its present or a former slug. Throws "missing". */
export async function publicArticle(slug: string) {
  const article = await findArticle(slug);
  if (article.status !== "published") throw noSuchArticle();
  return withEvidence(toPublic(article));
}

function toPublic({ rowId: _, status, expertRowId, scheduledAt, shareToken, ...article }: Article) {
  return article;
}
