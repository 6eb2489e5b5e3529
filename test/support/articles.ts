/** Articles for tests, written by the model itself into a site's database: the running server sees them at once. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { ArticleChanges, NewArticle } from "../../app/models/records/publish/article-rows.server";
import type { ArticleRow, Database } from "../../db/schema";
import { databaseSettings, inDatabase } from "./database";
import { photograph } from "./test-images";

/** An article; `expert` is the slug of whom it is about, for `addArticles`. */
type Described = NewArticle & { expert?: string };

/** A published article about no expert, with `changes`. */
export function article(title: string, changes: Partial<Described> = {}): Described {
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

/** Adds articles to a site that runs, in one transaction. */
export async function addArticles(site: { dataDir: string }, articles: Described[]): Promise<ArticleRow[]> {
  return inSite(site, async (tx, { addArticle }) => {
    const rows: ArticleRow[] = [];
    for (const { expert, ...fields } of articles) {
      const about = expert
        ? await tx.selectFrom("experts").select(["rowId", "name"]).where("slug", "=", expert).executeTakeFirstOrThrow()
        : null;
      rows.push(await addArticle(tx, about ? { ...fields, expertRowId: about.rowId, expertName: about.name } : fields));
    }
    return rows;
  });
}

/** Changes an article of a site that runs, as an admin would. */
export async function changeArticleOf(site: { dataDir: string }, slug: string, changes: ArticleChanges) {
  return inSite(site, async (tx, { changeArticle }) => {
    const row = await tx.selectFrom("articles").selectAll().where("slug", "=", slug).executeTakeFirstOrThrow();
    return changeArticle(tx, row, changes);
  });
}

type Writer = typeof import("../../app/models/records/publish/article-rows.server");
type Tx = import("kysely").Transaction<Database>;

async function inSite<T>(site: { dataDir: string }, work: (tx: Tx, writer: Writer) => Promise<T>): Promise<T> {
  // The model opens a database of its own when it is loaded; this says where, unless the test's set-up has.
  process.env.DATA_DIR ??= site.dataDir;
  if (!process.env.DATABASE_URL) Object.assign(process.env, databaseSettings(site.dataDir));
  const writer = await import("../../app/models/records/publish/article-rows.server");
  return inDatabase(site.dataDir, (db) => db.transaction().execute((tx) => work(tx, writer)));
}

/** The name of the image of `addFullArticle`, without size and ending. */
export const STORED_IMAGE = "ab/abcdefghjkmnpqrs";

/** Adds an article that has everything, and one that shares a tag with it. */
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

/** The row of an image: without it the site removes the files as orphans. @param names under uploads/, of one image. */
export async function addImageRow(site: { dataDir: string }, names: string[]): Promise<void> {
  const id = names[0]?.slice(3, 19) ?? "";
  const facts = { name: id, alt: "", width: 1280, height: 720, bytes: 1, origin: "upload" as const, contentHash: id };
  const made = { prompt: "", provider: "", model: "", createdAt: new Date().toISOString(), createdBy: null };
  const files = JSON.stringify(names.map((name) => ({ name })));
  await inSite(site, (tx) =>
    tx
      .insertInto("images")
      .values({ id, url: `/uploads/${names[0]}`, files, ...facts, ...made })
      .execute(),
  );
}

/** The files of an image, as the image store would have written them. */
async function storeImageFiles(site: { dataDir: string }): Promise<void> {
  const { dataDir } = site;
  await addImageRow(site, [`${STORED_IMAGE}-1280x720.webp`, `${STORED_IMAGE}-640.webp`]);
  const photo = await photograph(1280, 720);
  mkdirSync(join(dataDir, "uploads", STORED_IMAGE.slice(0, 2)), { recursive: true });
  for (const [ending, width] of [
    ["1280x720", 1280],
    ["640", 640],
  ] as const)
    writeFileSync(
      join(dataDir, "uploads", `${STORED_IMAGE}-${ending}.webp`),
      await sharp(photo).resize(width).webp({ quality: 60 }).toBuffer(),
    );
}
