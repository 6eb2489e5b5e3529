import { z } from "zod";
import type { ExpertRow, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/accounts/admin.server";
import { ARTICLE_TYPES } from "~/models/ai/models";
import { ARTICLE_LENGTHS, ARTICLE_LISTS } from "~/models/articles/fields";
import type { AdminArticleRow } from "~/models/articles/record.server";
import { articleRow } from "~/models/articles/rows.server";
import { insertArticle, saveArticle } from "~/models/articles/save.server";
import { slugFromContent } from "~/models/articles/slug.server";
import { changeArticle } from "~/models/articles/write.server";
import type { NewEvidence } from "~/models/evidence/evidence";
import { PublishingConflict, refuseProblems } from "~/models/evidence/gate.server";
import { noteArticleEvidence } from "~/models/evidence/note.server";
import { articleSubject } from "~/models/evidence/subjects.server";
import { storedAddress } from "~/models/images/address";
import { parse } from "~/models/records/validation.server";
import { refuseOwnAiArticle, withFourEyes } from "~/models/site/four-eyes.server";
import { titleAndBody } from "~/models/text/content-text";
import { ContentText, findPerson, Person } from "./writing.server";

const FeaturedImage = z.preprocess(
  (value) => (typeof value === "object" && value !== null && "imageUrl" in value ? value.imageUrl : value),
  z.string().max(2_000).nullish(),
);

const Written = z.object({ content: z.object({ model: z.string().max(200) }) });

const yes = z.preprocess((value) => value === true || value === "on" || value === "1", z.boolean());

export const Publication = z.object({
  content: ContentText,
  expert: Person.nullish(),
  featuredImage: FeaturedImage,
  linkFromProfile: yes,
  contentId: z.string().max(100).nullish(),
  articleType: z
    .enum(
      ARTICLE_TYPES.map(({ id }) => id),
      "Please choose an article type.",
    )
    .nullish(),
  slug: z.string().trim().max(200).nullish(),
  seoTags: z.array(z.string().trim()).max(100).nullish(),
  acceptedReason: z.string().max(2_000).nullish(),
});

export interface PublishedArticle {
  id: string;
  title: string;
  slug: string;
  url: string;
}

const NOBODY = "Please select an expert who is in the directory.";

/**
 * Publishes a text as an article: `POST /api/admin/publish-article`. A new one that AI wrote stays a draft while
 * something stands against publishing it. Throws "invalid", PublishingConflict.
 */
export async function publishArticle(
  editor: Editor,
  input: unknown,
  {
    origin,
    asDraft = false,
    evidence,
    defaultReason,
  }: { origin: string; asDraft?: boolean; evidence?: NewEvidence[]; defaultReason?: string },
): Promise<PublishedArticle> {
  const given = parse(Publication, input);
  const model = Written.safeParse(input).data?.content.model;
  const { article, refused } = await withFourEyes(editor, async (tx) => {
    const expert = given.expert && (await findPerson(given.expert, tx));
    if (!expert) throw new AppError("invalid", NOBODY, { expert: NOBODY });
    const known = given.contentId ? await articleOf(tx, given.contentId) : undefined;
    if (asDraft && known?.status === "published") return { article: known };
    const aiModel = known ? known.aiModel : model || (await modelOf(tx, given.contentId));
    const { id: knownId = "", title: knownTitle = given.content.slice(0, 100) } = known ?? {};
    const written = { id: knownId, title: knownTitle, aiModel, contentId: given.contentId ?? null };
    if (!asDraft) await refuseOwnAiArticle(tx, editor, written);
    const isPublic = !asDraft && !aiModel;
    const record = await recordOf(tx, given, expert, { known, origin, isPublic });
    const article = await write(tx, editor, known, record);
    await noteArticleEvidence(tx, article, evidence ?? (await storedEvidence(tx, given.contentId)));
    if (!known) await changeArticle(tx, article, { contentId: given.contentId ?? null, aiModel });
    if (asDraft || isPublic) return { article };
    const { rowId, status } = article;
    try {
      await refuseProblems(tx, editor, articleSubject({ ...article, aiModel }), given.acceptedReason || defaultReason);
    } catch (error) {
      // A published article keeps its former text.
      if (!(error instanceof PublishingConflict) || status === "published") throw error;
      return { article, refused: error };
    }
    return { article: await saveArticle(tx, editor, { rowId, record: { status: "published" } }) };
  });
  if (refused) throw refused;
  const { id, title, slug } = article;
  return { id, title, slug, url: `${origin}/articles/${slug}` };
}

async function write(
  tx: Queryable,
  editor: Editor,
  known: AdminArticleRow | undefined,
  record: object,
): Promise<AdminArticleRow> {
  if (!known) return insertArticle(tx, editor, { record, origin: "promotion" });
  return saveArticle(tx, editor, { rowId: known.rowId, record });
}

async function articleOf(tx: Queryable, contentId: string): Promise<AdminArticleRow | undefined> {
  const found = await tx
    .selectFrom("articles")
    .select("rowId")
    .where("contentId", "=", contentId)
    .where("deletedAt", "is", null)
    .orderBy("rowId", "desc")
    .executeTakeFirst();
  return found && articleRow(tx, found.rowId);
}

async function storedEvidence(tx: Queryable, contentId: string | null | undefined): Promise<NewEvidence[]> {
  if (!contentId) return [];
  const content = tx.selectFrom("libraryContents").select("evidence").where("id", "=", contentId);
  return JSON.parse((await content.executeTakeFirst())?.evidence ?? "[]");
}

async function modelOf(tx: Queryable, contentId: string | null | undefined): Promise<string> {
  if (!contentId) return "";
  const content = tx.selectFrom("libraryContents").select("model").where("id", "=", contentId);
  return (await content.executeTakeFirst())?.model ?? "";
}

async function recordOf(
  tx: Queryable,
  given: z.output<typeof Publication>,
  expert: ExpertRow,
  { known, origin, isPublic }: { known: AdminArticleRow | undefined; origin: string; isPublic: boolean },
) {
  // A new title must not change the address of a published article.
  const kept = known?.status === "published" ? known.slug : slugFromContent(given.content);
  const { title, body } = titleAndBody(given.content);
  const tags = given.seoTags?.slice(0, ARTICLE_LISTS.tags.most).map((tag) => tag.slice(0, ARTICLE_LISTS.tags.length));
  return {
    title: title.slice(0, ARTICLE_LENGTHS.title),
    slug: given.slug || kept,
    ...(given.articleType && { type: given.articleType }),
    expert: expert.name,
    expertId: expert.id,
    body: body || given.content.trim(),
    excerpt: excerptOf(body || given.content),
    ...(await imageOf(tx, given.featuredImage, origin)),
    ...(tags && { tags }),
    onProfile: given.linkFromProfile,
    ...(isPublic && { status: "published" }),
  };
}

const NOT_OURS = "This image is not stored here. Please save it to the library first.";

async function imageOf(tx: Queryable, address: string | null | undefined, origin: string) {
  if (address === undefined) return {};
  if (!address) return { imageUrl: "", imageAlt: "" };
  const imageUrl = storedAddress(address, [origin]);
  const image = await tx.selectFrom("images").select(["url", "alt"]).where("url", "=", imageUrl).executeTakeFirst();
  if (!image) throw new AppError("invalid", NOT_OURS, { featuredImage: NOT_OURS });
  return { imageUrl: image.url, imageAlt: image.alt };
}

const EXCERPT_LENGTH = 220;

function excerptOf(body: string): string {
  const paragraphs = body.replace(/\r\n?/g, "\n").split(/\n\s*\n/);
  const first = paragraphs.find(
    (paragraph) => /^\s*[^\s#>!*+\-|`\d]/u.test(paragraph) || /^\s*\*\*?\w/.test(paragraph),
  );
  const text = (first ?? "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_`]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  if (text.length <= EXCERPT_LENGTH) return text;
  return `${text.slice(0, EXCERPT_LENGTH).replace(/\s+\S*$/, "")} …`;
}
