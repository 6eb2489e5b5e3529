import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { keepSentence } from "~/models/editing/ai/keep-sentence.server";
import { writeSeoTags } from "~/models/editing/ai/write-profile.server";
import { saveImage } from "~/models/editing/images/library-images.server";
import { findContent, saveContent } from "~/models/editing/library/library.server";
import type { LibraryContent } from "~/models/editing/library/views.server";
import { entriesIn } from "~/models/records/articles/form";
import { ARTICLES } from "~/models/records/articles/rows.server";
import { evidenceOf } from "~/models/records/provenance/sentences";
import { conflictAnswer, conflictingTexts, EditConflict } from "~/models/records/shared/edit-conflict.server";
import { slugify } from "~/models/records/shared/slugs.server";
import { PublishingConflict } from "~/models/records/sources/gate.server";
import { altField, articleAtField, pieceField, savedAtField } from "./form";
import { textChoice } from "./generate.server";
import { findPromotion } from "./promotions.server";
import { publishVersion } from "./publish.server";
import { changeState } from "./record.server";
import { featuredImage, NEW_PROJECT, type Piece, type PromotionState, withChoices } from "./state";
import { contentOf } from "./writing.server";

/** The versions that the form of a piece showed. */
export interface ShownVersions {
  /** The time of the library's text. A later save of the same form counts instead: a preview in another tab saves the piece, too. */
  savedAt?: string;
  formId?: string;
  /** The time of the article whose changes by others an earlier answer showed. */
  articleAt?: string;
}

/** Says that others changed fields of a piece's article, which the piece changes, too. */
class ArticleConflict extends EditConflict {
  constructor(
    readonly pieceId: string,
    { message, merged, theirs, updatedAt }: EditConflict,
  ) {
    super(message, merged, theirs, updatedAt);
  }
}

/**
 * Saves a new or changed piece to the library, and creates its project if that is new. Returns the id of the library's text. Throws
 * "missing", "invalid", and EditConflict with both texts by the piece's id if somebody else changed the library's text.
 */
export async function savePiece(
  editor: Editor,
  id: string,
  pieceId: string,
  shown: ShownVersions = {},
): Promise<string> {
  const { state } = await findPromotion(editor, id);
  const piece = pieceIn(state, pieceId);
  const { projectId, newProject } = state;
  const replacedContent = await existingContent(editor, piece);
  // Leaves a text where somebody else has moved it.
  const isOtherProject = !replacedContent || projectId !== (piece.savedInProject ?? "");
  const content = await saveContent(
    editor,
    {
      id: replacedContent?.id,
      updatedAt: replacedVersion(piece, shown),
      seoTags: replacedContent?.seoTags,
      content: piece.content,
      platform: "article",
      contentType: state.articleType,
      expertId: piece.expertId,
      expertName: piece.expert,
      provider: piece.provider,
      model: piece.model,
      ...(projectId === NEW_PROJECT ? { newProject } : isOtherProject && { projectId }),
    },
    evidenceOf(piece.sentences ?? []),
  ).catch((error) => {
    if (!(error instanceof EditConflict)) throw error;
    const { message, theirs, updatedAt } = error;
    const theirText = "content" in theirs ? { [pieceId]: theirs.content } : {};
    throw new EditConflict(message, { [pieceId]: piece.content }, theirText, updatedAt);
  });
  await changeState(editor, id, (currentState) => {
    const savedPiece = currentState.pieces.find((piece) => piece.id === pieceId);
    const isChanged = savedPiece?.content !== piece.content;
    const version = {
      savedAt: content.updatedAt,
      savedInProject: projectId === NEW_PROJECT ? (content.projectId ?? "") : projectId,
      savedByForm: shown.formId,
    };
    if (savedPiece) Object.assign(savedPiece, { contentId: content.id, ...version, isChanged });
    if (projectId !== NEW_PROJECT || currentState.projectId !== NEW_PROJECT) return currentState;
    return { ...currentState, projectId: content.projectId ?? "", newProject: { name: "", description: "" } };
  });
  return content.id;
}

/** Returns the time of the library's text that an editor has read and replaces. */
function replacedVersion(piece: Piece, shown: ShownVersions): string | undefined {
  const isOfSameForm = shown.formId !== undefined && piece.savedByForm === shown.formId;
  if (!isOfSameForm) return shown.savedAt ?? piece.savedAt;
  return [shown.savedAt ?? "", piece.savedAt ?? ""].toSorted().at(-1) || undefined;
}

/** Returns the text of the library that a piece was saved as, unless it was deleted. */
async function existingContent(editor: Editor, { contentId }: Piece): Promise<LibraryContent | undefined> {
  if (!contentId) return undefined;
  return findContent(editor, contentId).catch((error) => {
    if (error instanceof AppError && error.problem === "missing") return undefined;
    throw error;
  });
}

/** Returns what the form shows after a conflict: both versions, and the time of the text or article that is stored now. */
export async function pieceConflict(error: EditConflict) {
  if (error instanceof ArticleConflict) {
    const { message, pieceId, updatedAt } = error;
    const conflict = { theirs: await conflictingTexts(ARTICLES, error) };
    return { message, conflict, fieldErrors: {}, values: { [articleAtField(pieceId)]: updatedAt } };
  }
  const [pieceId = ""] = Object.keys(error.merged);
  const { message, conflict } = conflictAnswer(error, { [pieceId]: "Text" });
  const fieldErrors = { [pieceField(pieceId)]: message };
  return { message, conflict, fieldErrors, values: { [savedAtField(pieceId)]: error.updatedAt } };
}

/** Keeps an unsupported sentence of a piece, or appends it if the text was edited. Throws "missing", "invalid". */
export async function keepPieceSentence(editor: Editor, id: string, pieceId: string, input: unknown): Promise<void> {
  const { state } = await findPromotion(editor, id);
  const { sentences = [], expert } = pieceIn(state, pieceId);
  const supportedSentences = await keepSentence(editor, sentences, input, { id: pieceId, name: expert });
  await changeState(editor, id, (currentState) => {
    const piece = currentState.pieces.find((piece) => piece.id === pieceId);
    if (!piece) return currentState;
    const storedSentences = piece.sentences ?? [];
    piece.sentences = storedSentences.map((sentence, index) =>
      sentence.evidence ? sentence : (supportedSentences[index] ?? sentence),
    );
    const addedSentences = piece.sentences.filter(
      (sentence, index) => sentence.evidence && !storedSentences[index]?.evidence,
    );
    const isAsWritten = piece.content === contentOf(piece.idea.title, storedSentences);
    piece.content = isAsWritten
      ? contentOf(piece.idea.title, piece.sentences)
      : [piece.content.trimEnd(), ...addedSentences.map(({ text }) => text)].join("\n\n");
    piece.isChanged = piece.contentId !== "";
    return currentState;
  });
}

/** Saves an image to the library. Throws "missing". */
export async function saveToLibrary(editor: Editor, id: string, imageId: string, { origin }: { origin: string }) {
  const { state } = await findPromotion(editor, id);
  const image = state.images.find((image) => image.id === imageId);
  if (!image) throw new AppError("missing", "This image is no longer here.");
  await saveImage(editor, image, { origin });
  await changeState(editor, id, (currentState) => {
    for (const image of currentState.images) if (image.id === imageId) image.isSaved = true;
    return currentState;
  });
}

/** Returns a file name with the expert's name and the image's position. Throws "missing". */
export async function imageFileName(editor: Editor, id: string, imageId: string): Promise<string> {
  const { state } = await findPromotion(editor, id);
  const position = state.images.findIndex((image) => image.id === imageId);
  if (position < 0) throw new AppError("missing", "This image is no longer here.");
  return `${slugify(state.images[position]?.expertName ?? "") || "expert"}-${position + 1}.png`;
}

const NOT_DESCRIBED = "Please describe the featured image for readers who cannot see it.";
const NOT_PUBLISHED = "Unable to publish article. Please try again.";

interface PublishPieceOptions {
  origin: string;
  asDraft?: boolean;
  acceptedReason?: unknown;
  shown?: ShownVersions;
}

/** Publishes a piece, or saves it as a draft for a preview. Throws "invalid", "unavailable", EditConflict. */
export async function publishPiece(
  editor: Editor,
  id: string,
  pieceId: string,
  { origin, asDraft = false, acceptedReason, shown }: PublishPieceOptions,
) {
  const { state } = await findPromotion(editor, id);
  const piece = pieceIn(state, pieceId);
  if (!piece.contentId) throw new AppError("invalid", "Please save this piece first.");
  if (!asDraft) refuseUnready(state, piece);
  // A text that was deleted from the library gets a new id, and the article follows it.
  const contentId = piece.isChanged ? await savePiece(editor, id, pieceId, shown) : piece.contentId;
  const options = {
    origin,
    asDraft,
    evidence: evidenceOf(piece.sentences ?? []),
    articleId: piece.article?.id,
    published: piece.article ? piece.article.versions : null,
    shownAt: shown?.articleAt,
  };
  const input = { ...articleOf(state, piece), contentId, acceptedReason };
  const article = await publishVersion(editor, input, options).catch(async (error) => {
    // Stores the draft with the piece, so that the editor can add sources and publish it.
    if (error instanceof PublishingConflict) await publishPiece(editor, id, pieceId, { origin, asDraft: true, shown });
    if (error instanceof EditConflict) throw new ArticleConflict(pieceId, error);
    if (error instanceof AppError) throw error;
    log.error({ err: error, promotion: id }, "an article could not be published");
    throw new AppError("unavailable", NOT_PUBLISHED);
  });
  await changeState(editor, id, (currentState) => {
    const publishedPiece = currentState.pieces.find((piece) => piece.id === pieceId);
    const isPublished = !asDraft || publishedPiece?.article?.isPublished === true;
    const { id, slug, title, versions = publishedPiece?.article?.versions } = article;
    if (publishedPiece) publishedPiece.article = { id, slug, title, isPublished, versions };
    return currentState;
  });
  return article;
}

function refuseUnready(state: PromotionState, piece: Piece): void {
  if (!piece.onSite) throw new AppError("invalid", "Please tick ‘Publish article to this website’ first.");
  const image = featuredImage(state);
  if (!image || image.alt.trim()) return;
  throw new AppError("invalid", NOT_DESCRIBED, { [altField(image.id)]: NOT_DESCRIBED });
}

function articleOf(state: PromotionState, piece: Piece) {
  return {
    content: { content: piece.content, model: piece.model },
    articleType: state.articleType,
    expert: { id: piece.expertId, name: piece.expert },
    featuredImage: featuredImage(state)?.imageUrl,
    linkFromProfile: piece.linkFromProfile,
    seoTags: piece.tags === undefined ? undefined : entriesIn(piece.tags, /[,\n]/),
  };
}

/** Asks a model for a piece's SEO tags and keeps them for editing. Throws "missing", "unavailable". */
export async function suggestTags(editor: Editor, id: string, pieceId: string, { signal }: { signal: AbortSignal }) {
  const { state } = await findPromotion(editor, id);
  const { content, idea } = pieceIn(state, pieceId);
  const order = { title: idea.title.slice(0, 300), content, ...textChoice(state) };
  const { tags } = await writeSeoTags(editor, order, { signal });
  await changeState(editor, id, (currentState) => withChoices(currentState, { tags: { [pieceId]: tags.join(", ") } }));
}

function pieceIn(state: PromotionState, pieceId: string): Piece {
  const piece = state.pieces.find((piece) => piece.id === pieceId);
  if (!piece) throw new AppError("missing", "This piece is no longer here.");
  return piece;
}
