/** Fills a new site with the starter directory: real people, compiled from public sources. */
import { db, type Queryable, readDb } from "~/db.server";
import { env } from "~/env.server";
import { addExperts } from "~/models/editing/experts/write.server";
import { addTopic, TopicInput } from "~/models/editing/topics/edit.server";
import { addEvidence } from "~/models/records/evidence/evidence.server";
import { addArticle } from "~/models/records/publish/article-rows.server";
import { topicById } from "~/models/records/topics/rows.server";
import { addDecidedWorks } from "~/models/records/works/works.server";
import { type StarterPerson, worksOf } from "./starter-people";
import { referencesOf, type StarterArticle, type StarterTopic, timesOf } from "./starter-texts";

/**
 * Fills an empty directory with the starter experts and articles, unless STARTER is off; returns the number of
 * experts.
 */
export async function fillStarter(): Promise<number> {
  if (env.STARTER === "off" || (await wasEverFilled(readDb))) return 0;
  return db.transaction().execute(async (tx) => {
    // Checks again, because another process may have been quicker.
    if (await wasEverFilled(tx)) return 0;
    await markFilled(tx);
    // Imported here, because only the first start of a site reads these files.
    const { default: topics } = await import("../../../../db/starter/topics.json");
    const { default: experts } = await import("../../../../db/starter/experts.json");
    const { default: articles } = await import("../../../../db/starter/articles.json");
    for (const topic of topics as StarterTopic[]) await addStarterTopic(tx, topic);
    const people = experts as StarterPerson[];
    // Adds works before the people enter the search, which reads them.
    const addAllSources = async () => {
      for (const person of people) await addSources(tx, person);
    };
    const addedCount = await addExperts(tx, people, {
      origin: "starter",
      beforePublishing: addAllSources,
      stored: people.map(timesOf),
    });
    const topicNames = new Map(topics.map(({ slug, name }) => [slug, name]));
    for (const article of articles as StarterArticle[]) await addStarterArticle(tx, article, topicNames);
    return addedCount;
  });
}

const FILLED_SETTING = "starterFilledAt";

/** Records that the starter directory was filled in, so that it is not filled in again. */
export async function markFilled(tx: Queryable): Promise<void> {
  const mark = { key: FILLED_SETTING, value: new Date().toISOString() };
  await tx
    .insertInto("settings")
    .values(mark)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function wasEverFilled(tx: Queryable): Promise<boolean> {
  const mark = await tx.selectFrom("settings").select("key").where("key", "=", FILLED_SETTING).executeTakeFirst();
  return mark !== undefined || (await tx.selectFrom("experts").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Adds the works of a person, and the sources of the sentences. */
async function addSources(tx: Queryable, person: StarterPerson): Promise<void> {
  const experts = tx.selectFrom("experts").select("rowId").where("slug", "=", person.slug);
  const { rowId } = await experts.executeTakeFirstOrThrow();
  await addDecidedWorks(tx, rowId, worksOf(person), "accepted");
  await addEvidence(tx, { expertRowId: rowId }, referencesOf(person));
}

async function addStarterTopic(tx: Queryable, topic: StarterTopic): Promise<void> {
  const { id } = await addTopic(tx, TopicInput.parse({ ...topic, broader: topic.broader ?? "" }), topic.slug);
  const { rowId } = await topicById(tx, id);
  await tx
    .updateTable("topics")
    .set({ updatedAt: timesOf(topic).updatedAt })
    .where("id", "=", id)
    .execute();
  await addEvidence(tx, { topicRowId: rowId }, referencesOf(topic));
}

/** Adds an article. `topicNames` has the topics by their slugs, which become its tags. */
async function addStarterArticle(
  tx: Queryable,
  article: StarterArticle,
  topicNames: Map<string, string>,
): Promise<void> {
  const { slug, title, type, excerpt, body, topics = [] } = article;
  const expert = await tx
    .selectFrom("experts")
    .select(["rowId", "name"])
    .where("slug", "=", article.expertSlug)
    .executeTakeFirst();
  const { rowId } = await addArticle(tx, {
    slug,
    title,
    type,
    status: "published",
    expertRowId: expert?.rowId ?? null,
    expertName: expert?.name ?? "",
    excerpt,
    body,
    tags: topics.flatMap((topic) => topicNames.get(topic) ?? []),
    origin: "starter",
    ...timesOf(article),
    publishedAt: timesOf(article).createdAt,
  });
  await addEvidence(tx, { articleRowId: rowId }, referencesOf(article));
}
