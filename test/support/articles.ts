/** Adds articles to a site's database by the functions of the model. A running server sees them at once. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { ArticleChanges, NewArticle } from "../../app/models/records/publish/article-rows.server";
import type { ArticleRow, Database } from "../../db/schema";
import { inDatabase, prepareModels } from "./database";
import { photograph } from "./test-images";

/** An article for `addArticles`; `expert` is the slug of the person whom it is about. */
type ArticleFixture = NewArticle & { expert?: string };

/** Returns a published article about no expert, with `changes`. */
export function article(title: string, changes: Partial<ArticleFixture> = {}): ArticleFixture {
  return {
    title,
    type: "research-insight",
    status: "published",
    expertRowId: null,
    expertName: "",
    excerpt: `What ${title} is about.`,
    body: `The text of ${title}.`,
    origin: "admin",
    ...changes,
  };
}

/** Adds articles to a running site, in one transaction. */
export async function addArticles(site: { dataDir: string }, articles: ArticleFixture[]): Promise<ArticleRow[]> {
  return inSiteDatabase(site, async (tx, { addArticle }) => {
    const rows: ArticleRow[] = [];
    for (const { expert, ...fields } of articles) {
      const expertRow = expert
        ? await tx.selectFrom("experts").select(["rowId", "name"]).where("slug", "=", expert).executeTakeFirstOrThrow()
        : null;
      rows.push(
        await addArticle(
          tx,
          expertRow ? { ...fields, expertRowId: expertRow.rowId, expertName: expertRow.name } : fields,
        ),
      );
    }
    return rows;
  });
}

/** Changes an article of a running site. */
export async function changeArticleOf(site: { dataDir: string }, slug: string, changes: ArticleChanges) {
  return inSiteDatabase(site, async (tx, { changeArticle }) => {
    const row = await tx.selectFrom("articles").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();
    return changeArticle(tx, row, changes);
  });
}

type Writer = typeof import("../../app/models/records/publish/article-rows.server");
type Tx = import("kysely").Transaction<Database>;

async function inSiteDatabase<T>(site: { dataDir: string }, work: (tx: Tx, writer: Writer) => Promise<T>): Promise<T> {
  await prepareModels(site);
  const writer = await import("../../app/models/records/publish/article-rows.server");
  return inDatabase(site.dataDir, (db) => db.transaction().execute((tx) => work(tx, writer)));
}

/** The name of the image of `addFullArticle`, without its size and extension. */
export const STORED_IMAGE = "ab/abcdefghjkmnpqrs";

/** Adds an article with all fields, and another article that shares a tag with it. */
export async function addFullArticle(site: { dataDir: string }): Promise<void> {
  await storeImageFiles(site);
  const sections = ["First part", "Second part", "Third part"].map(
    (title) => `## ${title}\n\n${"A sentence about sleep and age. ".repeat(40)}\n\n`,
  );
  await addArticles(site, [
    article("Sleep & <age>: what is known", {
      slug: "sleep-and-age",
      expert: "cynthia-kenyon",
      onProfile: 1,
      featuredPosition: 1,
      imageUrl: `/uploads/${STORED_IMAGE}-1280x720.webp`,
      imageAlt: "A bed beside a clock",
      tags: ["sleeping aids"],
      aiModel: "some/model",
      sources: ["Sleep 12 (2020), https://doi.org/10.1016/x"],
      body: sections.join(""),
    }),
    article("Two kinds of rest", { type: "expertise-tip", tags: ["sleeping aids"] }),
  ]);
}

/** Adds the row of an image, without which the site deletes its files as unused. @param names the image's files under uploads/. */
export async function addImageRow(site: { dataDir: string }, names: string[]): Promise<void> {
  const id = names[0]?.slice(3, 19) ?? "";
  const imageFields = {
    name: id,
    alt: "",
    width: 1280,
    height: 720,
    bytes: 1,
    origin: "upload" as const,
    contentHash: id,
  };
  const creation = { prompt: "", provider: "", model: "", createdAt: new Date().toISOString(), createdBy: null };
  const files = JSON.stringify(names.map((name) => ({ name })));
  await inSiteDatabase(site, (tx) =>
    tx
      .insertInto("images")
      .values({ id, url: `/uploads/${names[0]}`, files, ...imageFields, ...creation })
      .execute(),
  );
}

/** Writes the files of an image with the names and sizes that the image store uses. */
async function storeImageFiles(site: { dataDir: string }): Promise<void> {
  const { dataDir } = site;
  await addImageRow(site, [`${STORED_IMAGE}-1280x720.webp`, `${STORED_IMAGE}-640.webp`]);
  const photo = await photograph(1280, 720);
  mkdirSync(join(dataDir, "uploads", STORED_IMAGE.slice(0, 2)), { recursive: true });
  for (const [suffix, width] of [
    ["1280x720", 1280],
    ["640", 640],
  ] as const)
    writeFileSync(
      join(dataDir, "uploads", `${STORED_IMAGE}-${suffix}.webp`),
      await sharp(photo).resize(width).webp({ quality: 60 }).toBuffer(),
    );
}
