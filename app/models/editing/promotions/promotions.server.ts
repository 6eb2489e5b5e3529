/** Stores promotions: the steps of an editor who writes articles about an expert, to continue later or on another device. */

import { z } from "zod";
import { db, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { findJob, type Job, stopJob } from "~/models/base/jobs/jobs.server";
import { ARTICLE_TYPES, IMAGE_SIZES, IMAGE_STYLES } from "~/models/base/providers/choices";
import { onOneLine } from "~/models/base/text/content-text";
import { shownImage } from "~/models/base/uploads/missing.server";
import { PROMPT_LENGTH } from "~/models/editing/ai/generate-images.server";
import { describeImage } from "~/models/editing/images/admin-list.server";
import { ALT_LENGTH, IMAGE_LABELS } from "~/models/records/images/rules";
import { conflictAnswer, EditConflict } from "~/models/records/shared/edit-conflict.server";
import { IMAGE_PROVIDERS, TEXT_PROVIDERS } from "~/services/ai-providers";
import { altField, shownAltField } from "./form";
import { changeState, checkRoom, expertOf, rowOf, stateOf } from "./record.server";
import {
  EMPTY_STATE,
  furthestStep,
  type MadeImage,
  type Piece,
  type PromotionState,
  type Step,
  savedPieces,
  type Task,
  withChoices,
} from "./state";
import { findPerson, NO_EXPERT } from "./writing.server";

export const PROMOTION_JOB = "promotion";
export const PROMOTIONS_PAGE_SIZE = 20;

export interface Promotion {
  id: string;
  /** null until an expert is chosen, and after the expert was deleted; `expertName` stays then. */
  expert: { id: string; slug: string; name: string; title: string; imageUrl: string | null } | null;
  expertName: string;
  state: PromotionState;
  step: Step;
  /** The last step whose data is there. */
  furthest: Step;
  job: (Pick<Job, "id" | "status" | "message" | "done" | "total" | "partial"> & { task: Task }) | null;
  updatedAt: string;
}

/** Starts a promotion, or returns an untouched promotion for the same expert. Throws "invalid" for an unknown expert, "conflict" without room. */
export async function startPromotion(editor: Editor, expertId = ""): Promise<string> {
  const expert = await chosenExpert(expertId);
  const now = new Date().toISOString();
  const state = JSON.stringify(EMPTY_STATE);
  const row = { id: newId(), step: 1, expertRowId: expert?.rowId ?? null, expertName: expert?.name ?? "" };
  return db.transaction().execute(async (tx) => {
    const untouchedPromotion = await tx
      .selectFrom("promotions")
      .select("id")
      .where("createdBy", "=", editor.id)
      .where("step", "=", row.step)
      .where("state", "=", state)
      .where("expertRowId", "is not distinct from", row.expertRowId)
      .executeTakeFirst();
    if (untouchedPromotion) return untouchedPromotion.id;
    await checkRoom(tx, editor, row.id, state.length);
    await tx
      .insertInto("promotions")
      .values({ ...row, state, createdAt: now, updatedAt: now, createdBy: editor.id })
      .execute();
    await audit(tx, editor, { action: "promotion started", ...subjectOf(row) });
    return row.id;
  });
}

export async function promotionsPage(editor: Editor, page = 1) {
  const rows = await readDb
    .selectFrom("promotions")
    .selectAll()
    .where("createdBy", "=", editor.id)
    .orderBy("updatedAt", "desc")
    .orderBy("rowId", "desc")
    .limit(PROMOTIONS_PAGE_SIZE + 1)
    .offset((page - 1) * PROMOTIONS_PAGE_SIZE)
    .execute();
  const promotions = [];
  for (const { id, expertName, state, updatedAt } of rows.slice(0, PROMOTIONS_PAGE_SIZE)) {
    const { ideas, ...storedState } = stateOf(state);
    const pieces = await piecesWithArticles(storedState.pieces);
    const images = await remainingImages(storedState.images);
    promotions.push({
      id,
      expertName,
      updatedAt,
      ideas: ideas.length,
      pieces: pieces.length,
      saved: savedPieces(pieces).length,
      images: images.length,
      published: pieces.filter(({ article }) => article?.isPublished).length,
    });
  }
  return { promotions, hasMore: rows.length > PROMOTIONS_PAGE_SIZE };
}

/** Returns a promotion of the editor. Throws "missing". */
export async function findPromotion(editor: Editor, id: string): Promise<Promotion> {
  const row = await rowOf(readDb, editor, id);
  const storedState = stateOf(row.state);
  const state = {
    ...storedState,
    images: await remainingImages(storedState.images),
    pieces: await piecesWithArticles(storedState.pieces),
  };
  const expert = row.expertRowId === null ? undefined : await expertOf(row.expertRowId);
  const lastStep = furthestStep(state, expert !== undefined);
  return {
    id,
    expert: expert
      ? {
          id: expert.id,
          slug: expert.slug,
          name: expert.name,
          title: expert.title,
          imageUrl: shownImage(expert.imageUrl),
        }
      : null,
    expertName: row.expertName,
    state,
    step: Math.min(row.step, lastStep) as Step,
    furthest: lastStep,
    job: await jobOf(state),
    updatedAt: row.updatedAt,
  };
}

async function remainingImages(images: PromotionState["images"]): Promise<PromotionState["images"]> {
  if (images.length === 0) return [];
  const ids = images.map(({ id }) => id);
  const rows = await readDb.selectFrom("images").select(["id", "alt"]).where("id", "in", ids).execute();
  const alts = new Map(rows.map(({ id, alt }) => [id, alt]));
  return images.filter(({ id }) => alts.has(id)).map((image) => ({ ...image, alt: alts.get(image.id) ?? "" }));
}

async function piecesWithArticles(pieces: Piece[]): Promise<Piece[]> {
  const ids = pieces.flatMap(({ article }) => article?.id ?? []);
  if (ids.length === 0) return pieces;
  const articles = readDb.selectFrom("articles").select(["id", "slug", "title", "status"]).where("id", "in", ids);
  const rows = await articles.where("deletedAt", "is", null).execute();
  return pieces.map((piece) => {
    const row = rows.find(({ id }) => id === piece.article?.id);
    if (!row) return { ...piece, article: null };
    const { status, ...article } = row;
    return { ...piece, article: { ...piece.article, ...article, isPublished: status === "published" } };
  });
}

async function jobOf(state: PromotionState): Promise<Promotion["job"]> {
  if (!state.job) return null;
  const job = await findJob(PROMOTION_JOB, state.job.id).catch((error) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!job) return null;
  const { id, status, message, done, total, partial } = job;
  return { id, status, message, done, total, partial, task: state.job.task };
}

/** Deletes a promotion, but not the texts that were saved and published. Throws "missing". */
export async function removePromotion(editor: Editor, id: string): Promise<void> {
  const { job } = await findPromotion(editor, id);
  if (job?.status === "running") await stopJob(editor, PROMOTION_JOB, job.id);
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom("promotions")
      .where("id", "=", id)
      .where("createdBy", "=", editor.id)
      .returning(["id", "expertName"])
      .executeTakeFirst();
    if (row) await audit(tx, editor, { action: "promotion removed", ...subjectOf(row) });
  });
}

function subjectOf({ id, expertName }: { id: string; expertName: string }) {
  return { subjectKind: "library", subjectId: id, subjectName: expertName || "No expert" } as const;
}

/** Sets the expert in step 1; "" resets it. Throws "invalid", "missing". */
export async function chooseExpert(editor: Editor, id: string, expertId: string): Promise<void> {
  const expert = await chosenExpert(expertId);
  const columns = { expertRowId: expert?.rowId ?? null, expertName: expert?.name ?? "" };
  await changeState(editor, id, (state) => state, columns);
}

async function chosenExpert(expertId: string) {
  const expert = expertId ? await findPerson({ id: expertId }) : undefined;
  if (expertId && !expert) throw new AppError("invalid", NO_EXPERT, { expert: NO_EXPERT });
  return expert;
}

const textOfAtMost = (max: number) =>
  z
    .string()
    .max(max, `At most ${max.toLocaleString("en")} characters fit here.`)
    .transform((text) => text.replace(/\r\n?/g, "\n"));
const id = z.string().max(100);
const choiceOf = <T extends string>(values: readonly T[], noun: string) =>
  z.enum(["", ...values] as [T | "", ...(T | "")[]], `Please choose ${noun} from the list.`);

/** Fits twenty tags of 50 characters and the separators between them. */
const TAGS_LENGTH = 1_100;

export const Choices = z
  .object({
    focus: textOfAtMost(2_000),
    provider: choiceOf(TEXT_PROVIDERS, "an AI provider"),
    model: z.string().max(100),
    ideas: z.array(id).max(1_000),
    articleType: z.enum(
      ARTICLE_TYPES.map((type) => type.id),
      "Please choose an article type.",
    ),
    sourceUrls: textOfAtMost(22_000),
    pieces: z.record(id, textOfAtMost(100_000)),
    projectId: id,
    newProject: z.object({ name: textOfAtMost(200), description: textOfAtMost(2_000) }),
    imageProvider: choiceOf(IMAGE_PROVIDERS, "an image provider"),
    imageModel: z.string().max(100),
    size: z.enum(
      IMAGE_SIZES.flatMap(({ sizes }) => [...sizes]),
      "Please choose a size from the list.",
    ),
    style: z.enum(IMAGE_STYLES, "Please choose a style from the list."),
    prompt: textOfAtMost(PROMPT_LENGTH),
    featuredId: id,
    onSite: z.array(id).max(1_000),
    linkFromProfile: z.array(id).max(1_000),
    tags: z.record(id, textOfAtMost(TAGS_LENGTH)),
    alts: z.record(id, textOfAtMost(ALT_LENGTH)),
    shownAlts: z
      .record(id, textOfAtMost(ALT_LENGTH))
      .describe("The alternative texts that you read. If one of `alts` has changed since, the answer is 409."),
  })
  .partial();

/** Stores typed and chosen values. Throws "invalid", "missing"; EditConflict for an alternative text that others changed. */
export async function storeChoices(editor: Editor, id: string, input: unknown): Promise<void> {
  const choices = parse(Choices, input);
  const { alts = {}, shownAlts = {} } = choices;
  const { state } = await findPromotion(editor, id);
  for (const image of state.images) {
    const [alt, shownAlt] = [alts[image.id], shownAlts[image.id]];
    const isTyped = alt !== undefined && toStoredAlt(alt) !== toStoredAlt(shownAlt ?? image.alt);
    if (isTyped) await storeAltText(editor, image, toStoredAlt(alt), shownAlt);
  }
  await changeState(editor, id, (currentState) => withChoices(currentState, choices));
}

/** Sets the alternative text of an image. Throws EditConflict, with both texts by the image's id, if another text than the shown text is stored. */
async function storeAltText(
  editor: Editor,
  { id, alt: storedAlt }: MadeImage,
  alt: string,
  shownAlt: string | undefined,
) {
  if (alt === toStoredAlt(storedAlt)) return;
  const isCurrent = shownAlt !== undefined && toStoredAlt(shownAlt) === toStoredAlt(storedAlt);
  try {
    await describeImage(editor, { id, alt, shownAlt: isCurrent ? storedAlt : shownAlt });
  } catch (error) {
    if (!(error instanceof EditConflict)) throw error;
    throw new EditConflict(error.message, { [id]: alt }, { [id]: error.theirs.alt }, error.updatedAt);
  }
}

const toStoredAlt = (alt: string) => onOneLine(alt).trim();

/** Returns what the form shows after a conflict: both texts, and the stored text as the text that the editor has read. */
export function altConflict(error: EditConflict) {
  const otherTexts = Object.entries(error.theirs);
  const mapById = <T>(readValue: (text: unknown) => T, nameOf = (id: string) => id) =>
    Object.fromEntries(otherTexts.map(([id, text]) => [nameOf(id), readValue(text)]));
  const { message, conflict } = conflictAnswer(
    error,
    mapById(() => IMAGE_LABELS.alt),
  );
  return { message, conflict, fieldErrors: mapById(() => message, altField), values: mapById(String, shownAltField) };
}

const REQUIREMENT: Record<Step, string> = {
  1: "",
  2: "Please select at least one idea.",
  3: "Please save a piece of content first.",
  4: "Please save a piece of content first.",
};

/** Moves to another step. Throws "invalid" while a step before it lacks its data, and "missing" for an unknown promotion. */
export async function goToStep(editor: Editor, id: string, step: Step): Promise<void> {
  const { furthest: lastStep, expert } = await findPromotion(editor, id);
  if (step > lastStep) {
    if (step === 2 && !expert) throw new AppError("invalid", NO_EXPERT, { expert: NO_EXPERT });
    throw new AppError("invalid", REQUIREMENT[step]);
  }
  await changeState(editor, id, (state) => state, { step });
}
