/** Tests that readers see published articles that are not in the trash, wherever articles are listed. */
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { createArticle } from "~/models/editing/articles/edit.server";
import { trashArticle } from "~/models/editing/articles/trash.server";
import { addExperts } from "~/models/editing/experts/write.server";
import { createTopic } from "~/models/editing/topics/edit.server";
import { newsOf } from "~/models/readers/follows/news.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { articlesOfTopic } from "~/models/records/topics/topics.server";
import "~/models/whole/parts.server";
import { sitemap } from "~/models/whole/sitemap/sitemap.server";
import { addMember } from "../../../../test/support/members";
import {
  articleHits,
  articlesOfExpert,
  findArticle,
  listArticles,
  newestArticles,
  newestArticleTexts,
  relatedArticles,
} from "./articles.server";
import { articleFeed } from "./feeds.server";

const ORIGIN = "https://life.example";
const SHOWN_TITLES = ["Of worms that sleep", "Of worms that wake"];
const HIDDEN_TITLES = ["Of a draft", "Of a planned text", "Of the trash"];

let admin: ReturnType<typeof asAdmin>;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
  await addExperts(db, [{ name: "Ada Here", slug: "ada" }], { origin: "import" });
  await createTopic(admin, { name: "Worms" });
  const { id: expertId } = await expertForAdmin(admin, "ada");
  const commonFields = { body: "A text about zebrafish.", excerpt: "", tags: ["worms"], expertId, onProfile: true };
  const write = (title: string, fields: object) =>
    createArticle(admin, { ...commonFields, title, type: "research-insight", ...fields }, { origin: ORIGIN });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await write("Of worms that sleep", { status: "published" });
  await write("Of worms that wake", { status: "published" });
  await write("Of a draft", { status: "draft" });
  await write("Of a planned text", { status: "draft", scheduledAt: tomorrow });
  const { id } = await write("Of the trash", { status: "published" });
  await trashArticle(admin, id);
  // Drafts that were public before have a day of publication.
  await db
    .updateTable("articles")
    .set({ publishedAt: new Date().toISOString() })
    .where("status", "=", "draft")
    .execute();
});

const expert = () => expertForAdmin(admin, "ada");
const query = { search: "", type: "", page: 1, limit: 20 };

const LISTS: Record<string, () => Promise<unknown>> = {
  all: () => listArticles(query),
  "of a kind": () => listArticles({ ...query, type: "research-insight" }),
  search: () => listArticles({ ...query, search: "zebrafish" }),
  "search of the site": () => articleHits("zebrafish"),
  profile: async () => articlesOfExpert((await expert()).id, { onProfile: true, limit: 20 }),
  related: async () => [await relatedArticles(await findArticle("of-worms-that-sleep"), 20), SHOWN_TITLES[0]],
  newest: () => newestArticles(20),
  texts: () => newestArticleTexts(20),
  topic: () => articlesOfTopic({ slug: "worms" }, 20),
  "news of a person": async () => newsOf(await expert(), 20),
  feed: () => articleFeed(ORIGIN, "json"),
  sitemap: () => sitemap(ORIGIN, Number.NaN),
};

test.each(Object.entries(LISTS))("the list “%s” contains published articles, and no others", async (_, read) => {
  const answerText = JSON.stringify(await read())
    .toLowerCase()
    .replaceAll("-", " ");
  expect(SHOWN_TITLES.filter((title) => answerText.includes(title.toLowerCase()))).toEqual(SHOWN_TITLES);
  expect(HIDDEN_TITLES.filter((title) => answerText.includes(title.toLowerCase()))).toEqual([]);
});

test.each([
  ["a draft", { state: "draft" as const }],
  ["in the trash", { deletedAt: new Date().toISOString() }],
])(
  "articles about a person whose profile is %s have the name, but not the address of the profile",
  async (_, hiddenState) => {
    const change = (values: { state?: "draft" | "public"; deletedAt?: string | null }) =>
      db.updateTable("experts").set(values).where("slug", "=", "ada").execute();
    const addresses = async () => {
      const articles = [
        await findArticle("of-worms-that-sleep"),
        ...(await listArticles(query)).articles,
        ...(await listArticles({ ...query, search: "zebrafish" })).articles,
        ...(await relatedArticles(await findArticle("of-worms-that-sleep"), 20)),
        ...(await newestArticles(20)),
      ];
      expect(new Set(articles.map(({ expertName }) => expertName))).toEqual(new Set(["Ada Here"]));
      return [...new Set(articles.map(({ expertSlug }) => expertSlug))];
    };
    expect(await addresses()).toEqual(["ada"]);
    onTestFinished(async () => {
      await change({ state: "public", deletedAt: null });
    });
    await change(hiddenState);
    expect(await addresses()).toEqual([null]);
  },
);

test.each(["", "zebrafish"])("an unknown type has no articles, searched for “%s”", async (search) => {
  for (const type of ["published", "kept", "Research-Insight", "none"])
    expect((await listArticles({ ...query, search, type })).total).toBe(0);
});
