/** The directory a new site starts with: real people, compiled from public sources. */
import { db, type Queryable } from "~/db.server";
import { newId } from "~/ids.server";
import articles from "../../db/starter/articles.json";
import experts from "../../db/starter/experts.json";
import { addExperts } from "./experts.write.server";

/**
 * Fills an empty directory with the starter experts and articles. A directory that has (or ever had) anyone in it is
 * left as it is.
 *
 * @returns how many experts were added.
 */
export async function fillStarter(): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (await wasEverFilled(tx)) return 0;
    await tx.insertInto("settings").values({ key: FILLED, value: new Date().toISOString() }).execute();
    const added = await addExperts(tx, experts, { origin: "starter" });
    for (const article of articles) await addArticle(tx, article);
    return added;
  });
}

/** The mark of a directory that had its start: one that was emptied on purpose stays empty. */
const FILLED = "starterFilledAt";

async function wasEverFilled(tx: Queryable): Promise<boolean> {
  const mark = await tx.selectFrom("settings").select("key").where("key", "=", FILLED).executeTakeFirst();
  return mark !== undefined || (await tx.selectFrom("experts").select("id").limit(1).executeTakeFirst()) !== undefined;
}

async function addArticle(tx: Queryable, article: (typeof articles)[number]): Promise<void> {
  const expert = await tx
    .selectFrom("experts")
    .select(["rowId", "name"])
    .where("slug", "=", article.expertSlug)
    .executeTakeFirst();
  const now = new Date().toISOString();
  await tx
    .insertInto("articles")
    .values({
      id: newId(),
      slug: article.slug,
      title: article.title,
      type: article.type,
      status: "published",
      expertRowId: expert?.rowId ?? null,
      expertName: expert?.name ?? "",
      excerpt: article.summary,
      body: article.body,
      sources: JSON.stringify(article.sources),
      origin: "starter",
      createdAt: now,
      updatedAt: now,
      publishedAt: now,
    })
    .execute();
}
