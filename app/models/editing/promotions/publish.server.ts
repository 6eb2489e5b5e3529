import { z } from "zod";
import type { ExpertRow, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { withFourEyes } from "~/models/base/accounts/four-eyes.server";
import { parse } from "~/models/base/input/validation.server";
import { shownVersions, wasShown } from "~/models/base/input/versions.server";
import { ARTICLE_TYPES } from "~/models/base/providers/choices";
import { onOneLine, titleAndBody } from "~/models/base/text/content-text";
import { storedAddress } from "~/models/base/uploads/address";
import { storeArticleDraft } from "~/models/editing/articles/drafts.server";
import { ARTICLE_LABELS, ARTICLE_RECORD } from "~/models/records/articles/fields";
import { formOf } from "~/models/records/articles/form";
import {
  type AdminArticleRow,
  normalizeArticle,
  recordOf as recordOfArticle,
} from "~/models/records/articles/record.server";
import { ARTICLES } from "~/models/records/articles/rows.server";
import { slugFromContent } from "~/models/records/articles/slug.server";
import { provenClaims } from "~/models/records/evidence/claims.server";
import type { NewEvidence } from "~/models/records/evidence/evidence";
import { linksAsText } from "~/models/records/evidence/support";
import { publish } from "~/models/records/publish/publish.server";
import { conflictWithoutRevisions } from "~/models/records/shared/edit-conflict.server";
import { formerValues, revisionsOf } from "~/models/records/shared/revisions.server";
import type { PublishingConflict } from "~/models/records/sources/gate.server";
import { articleOf, repeatedDraft, storedText } from "./existing-records.server";
import { ContentText, findPerson, Person } from "./writing.server";

const ImageAddress = z.string("The image must be an address.").max(2_000).nullish();

/** Accepts an address, or the answer of a call that stored an image. */
const FeaturedImage = z.union(
  [ImageAddress, z.looseObject({ imageUrl: ImageAddress }).transform(({ imageUrl }) => imageUrl)],
  "The image must be an address.",
);

const ContentOrigin = z.object({
  content: z.preprocess(
    (value) => (typeof value === "string" ? {} : value),
    z.object({
      model: z
        .string("The model must be a text.")
        .max(200)
        .nullish()
        .transform((model) => model ?? ""),
      evidence: z.unknown().optional(),
    }),
  ),
});

const Flag = z.preprocess((value) => value === true || value === "on" || value === "1", z.boolean());

export const Publication = z.object({
  content: ContentText,
  expert: Person.nullish(),
  featuredImage: FeaturedImage,
  linkFromProfile: Flag,
  contentId: z.string().max(100).nullish(),
  articleType: z
    .enum(
      ARTICLE_TYPES.map(({ id }) => id),
      "Please choose an article type.",
    )
    .nullish(),
  slug: z.string().trim().max(200).nullish(),
  seoTags: z.array(z.string().overwrite(onOneLine).trim()).max(100).nullish(),
  acceptedReason: z.string().max(2_000).nullish(),
});

export interface PublishedArticle {
  id: string;
  title: string;
  slug: string;
  url: string;
}

const NO_LISTED_EXPERT = "Please select an expert who is in the directory.";

interface PublishOptions {
  origin: string;
  asDraft?: boolean;
  /** Checked evidence. Without it, the input's evidence is checked, or the stored evidence of the text is used. */
  evidence?: NewEvidence[];
  /** The article to publish if no article belongs to the library's text. */
  articleId?: string;
  /**
   * The versions of the fields that were last published from here; null if none were. Fields that others changed since are
   * kept, or refuse the publication if they changed here, too. Without it, as in JSON calls, the article is overwritten.
   */
  published?: Record<string, string> | null;
  /** The time of the article whose changes by others the editor has read and replaces. */
  shownAt?: string;
  signal?: AbortSignal;
}

/**
 * Publishes a text as an article (`POST /api/admin/publish-article`). A new AI text with problems stays a draft; if the
 * article is public already, the new text is stored as an unsaved draft. Throws "invalid", PublishingConflict.
 */
export async function publishArticle(
  editor: Editor,
  input: unknown,
  options: PublishOptions,
): Promise<PublishedArticle> {
  const { versions: _versions, ...article } = await publishVersion(editor, input, options);
  return article;
}

/** Works as `publishArticle`, and returns the versions of the fields that were sent, if they were stored. Throws EditConflict, too. */
export async function publishVersion(
  editor: Editor,
  input: unknown,
  options: PublishOptions,
): Promise<PublishedArticle & { versions?: Record<string, string> }> {
  const publication = parse(Publication, input);
  const { model, evidence: claims } = parse(ContentOrigin, input).content;
  const evidence = options.evidence ?? (claims ? await provenEvidence(publication, claims, options.signal) : undefined);
  const { article, refusal, wantedRecord, versions } = await withFourEyes(editor, (tx) =>
    publishIn(tx, editor, publication, { ...options, evidence, model }),
  );
  if (refusal && article.status === "published") {
    const fields = formOf({ ...recordOfArticle(article), ...wantedRecord });
    await storeArticleDraft(editor, article.id, { fields, basedOn: article.updatedAt });
  }
  if (refusal) throw refusal;
  const { id, title, slug } = article;
  return { id, title, slug, url: `${options.origin}/articles/${slug}`, versions };
}

async function provenEvidence(
  { expert }: PublicationInput,
  claims: unknown,
  signal?: AbortSignal,
): Promise<NewEvidence[]> {
  const person = expert && (await findPerson(expert));
  return person ? provenClaims("body", claims, person.name, { signal }) : [];
}

type PublicationInput = z.output<typeof Publication>;

async function publishIn(
  tx: Queryable,
  editor: Editor,
  publication: PublicationInput,
  { origin, asDraft = false, evidence, articleId, model, published, shownAt }: PublishOptions & { model: string },
): Promise<{
  article: AdminArticleRow;
  refusal?: PublishingConflict;
  wantedRecord?: object;
  versions?: Record<string, string>;
}> {
  const expert = publication.expert && (await findPerson(publication.expert, tx));
  if (!expert) throw new AppError("invalid", NO_LISTED_EXPERT, { expert: NO_LISTED_EXPERT });
  const libraryText = await storedText(tx, publication, expert);
  const writer = model || libraryText.model;
  const article = publication.contentId
    ? await articleOf(tx, publication.contentId, articleId)
    : await repeatedDraft(tx, publication.content, writer);
  if (asDraft && article?.status === "published") return { article };
  const sentRecord = await recordOf(tx, publication, expert, { existingArticle: article, origin });
  const base = article && (published === null ? await firstVersions(tx, article) : published);
  const record = article && base ? await withChangesOfOthers(tx, article, sentRecord, { base, shownAt }) : sentRecord;
  const {
    row,
    refused: refusal,
    requested: wantedRecord,
  } = await publish(tx, editor, "articles", {
    cause: "promoted",
    rowId: article?.rowId,
    record: asDraft ? record : { ...record, status: "published" },
    article: { contentId: publication.contentId, aiModel: writer },
    sentences: { evidence: toBodyEvidence(evidence ?? libraryText.evidence), reason: publication.acceptedReason },
  });
  const versions = { ...shownVersions(recordOfArticle(row)), ...base, ...shownVersions(comparable(sentRecord, row)) };
  return { article: row, refusal, wantedRecord, versions };
}

type SentRecord = Awaited<ReturnType<typeof recordOf>>;

/** Returns the fields that are sent, as the article would store them. */
function comparable(sentRecord: SentRecord, article: AdminArticleRow): Partial<Omit<SentRecord, "expertId">> {
  const normalized = normalizeArticle(sentRecord, recordOfArticle(article));
  return Object.fromEntries(Object.entries(normalized).filter(([name]) => name in sentRecord && name !== "expertId"));
}

/** Returns the versions of the fields with which the article began. */
async function firstVersions(tx: Queryable, article: AdminArticleRow): Promise<Record<string, string>> {
  const revisions = await revisionsOf(tx, ARTICLES, article.rowId).execute();
  return shownVersions({ ...recordOfArticle(article), ...formerValues(revisions) });
}

/**
 * Keeps the fields that only others changed since `base`. Throws EditConflict if both changed a field, unless the editor has read
 * the article that is stored now.
 */
async function withChangesOfOthers(
  tx: Queryable,
  article: AdminArticleRow,
  sentRecord: SentRecord,
  { base, shownAt }: { base: Record<string, string>; shownAt: string | undefined },
): Promise<SentRecord> {
  const [current, sent] = [recordOfArticle(article), comparable(sentRecord, article)];
  // The address that follows from the text may be taken, so that the article has another one.
  const { slug, ...mine } = sent;
  const fields = Object.keys(mine) as (keyof typeof mine)[];
  const conflict = await conflictWithoutRevisions(
    tx,
    { subjectKind: "article", subjectId: article.id, name: ARTICLES.nameOf(article), labels: ARTICLE_LABELS },
    {
      mine,
      current: Object.fromEntries(fields.map((field) => [field, current[field]])) as typeof mine,
      updatedAt: article.updatedAt,
      input: base,
    },
  );
  if (Object.keys(conflict.theirs).length > 0 && shownAt !== article.updatedAt) throw conflict;
  const { merged } = conflict;
  return {
    ...sentRecord,
    ...merged,
    ...(merged.expert === current.expert && { expertId: current.expertId }),
    ...(wasShown(base, "slug", slug) && { slug: current.slug }),
  };
}

function toBodyEvidence(evidence: NewEvidence[]): NewEvidence[] {
  return evidence.map((evidence) => ({ ...evidence, field: "body" }));
}

async function recordOf(
  tx: Queryable,
  publication: z.output<typeof Publication>,
  expert: ExpertRow,
  { existingArticle, origin }: { existingArticle: AdminArticleRow | undefined; origin: string },
) {
  // Keeps the address of a published article, even if its title changes.
  const presentSlug =
    existingArticle?.status === "published" ? existingArticle.slug : slugFromContent(publication.content);
  const { title, body } = titleAndBody(publication.content);
  const tags = publication.seoTags
    ?.slice(0, ARTICLE_RECORD.tags.entries)
    .map((tag) => tag.slice(0, ARTICLE_RECORD.tags.max));
  return {
    title: title.slice(0, ARTICLE_RECORD.title.max),
    slug: publication.slug || presentSlug,
    ...(publication.articleType && { type: publication.articleType }),
    expert: expert.name,
    expertId: expert.id,
    body: body || publication.content.trim(),
    excerpt: excerptOf(body || publication.content),
    ...(await imageOf(tx, publication.featuredImage, origin)),
    ...(tags && { tags }),
    onProfile: publication.linkFromProfile,
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
  const firstParagraph = paragraphs.find(
    (paragraph) => /^\s*[^\s#>!*+\-|`\d]/u.test(paragraph) || /^\s*\*\*?\w/.test(paragraph),
  );
  const text = linksAsText(firstParagraph ?? "")
    .replace(/[*_`]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
  if (text.length <= EXCERPT_LENGTH) return text;
  return `${text.slice(0, EXCERPT_LENGTH).replace(/ \S*$/, "")} …`;
}
