import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { type JobContext, startJob, stopJob } from "~/models/base/jobs/jobs.server";
import { firstTextProvider, modelOfProvider, requireKey } from "~/models/base/providers/model-choice.server";
import { generateImages, MAX_IMAGES } from "~/models/editing/ai/generate-images.server";
import { IMAGE_PROVIDERS } from "~/services/ai-providers";
import { findPromotion, PROMOTION_JOB, type Promotion } from "./promotions.server";
import { changeState } from "./record.server";
import { type Piece, type PromotionState, savedPieces, type Task, unwrittenIdeas } from "./state";
import {
  type DraftArticle,
  draftArticles,
  MAX_IDEAS,
  NO_EXPERT,
  SourceUrls,
  writeIdeas,
  writeImagePrompt,
} from "./writing.server";

const MAX_STORED_IMAGES = 60;
const MAX_STORED_IDEAS = 60;

/** Starts a job that stores its result in the promotion. Throws "invalid", "unavailable", "conflict". */
export async function startTask(editor: Editor, id: string, task: SingleTask): Promise<void> {
  await runTask(editor, id, task, (promotion) => TASK_PREPARATIONS[task](promotion));
}

/** Starts a job for the work that `prepare` returns. `prepare` checks the input first and throws before the job starts. */
export async function runTask(
  editor: Editor,
  id: string,
  task: Task,
  prepare: (promotion: Promotion) => PreparedTask,
): Promise<void> {
  const promotion = await findPromotion(editor, id);
  if (promotion.job?.status === "running") throw busyProblem();
  const runPrepared = prepare(promotion);
  let resolveClaim: (claim: Promise<void>) => void = () => {};
  const claimResult = new Promise<void>((resolve) => {
    resolveClaim = resolve;
  });
  await startJob(editor, PROMOTION_JOB, { promotionId: id, task }, async (context) => {
    // Claims the promotion, so that only one of two simultaneous clicks reaches the provider.
    const claim = claimJob(editor, id, promotion.state.job, { id: context.id, task });
    resolveClaim(claim);
    await claim;
    const problems: string[] = [];
    const apply = await runPrepared(editor, context, (problem) => problems.push(problem.message));
    await changeState(editor, id, (state) => ({ ...apply(state), problems }));
    return { problems };
  });
  await claimResult;
}

type CurrentJob = PromotionState["job"];

async function claimJob(
  editor: Editor,
  id: string,
  expectedJob: CurrentJob,
  job: NonNullable<CurrentJob>,
): Promise<void> {
  await changeState(editor, id, (state) => {
    if (state.job?.id !== expectedJob?.id) throw busyProblem();
    return { ...state, job, problems: [] };
  });
}

function busyProblem(): AppError {
  return new AppError("conflict", "A task is running already. Wait for it to end, or stop it first.");
}

/** Stops the job and keeps earlier results. */
export async function stopTask(editor: Editor, id: string, jobId: string): Promise<void> {
  const { job } = await findPromotion(editor, id);
  if (job?.id === jobId) await stopJob(editor, PROMOTION_JOB, job.id);
}

/** Returns the job's progress, and its text after the first `start` characters. Throws "missing". */
export async function promotionText(editor: Editor, id: string, start: number) {
  const { job } = await findPromotion(editor, id);
  if (!job) throw new AppError("missing", "Nothing has been generated yet.");
  const { status, message, done, total, partial } = job;
  return { status, message, done, total, text: partial.slice(start), length: partial.length };
}

/** A task that consists of a single request. */
export type SingleTask = Exclude<Task, "whole">;

export type PreparedTask = (
  editor: Editor,
  context: JobContext,
  onFailure: (problem: AppError) => void,
) => Promise<(state: PromotionState) => PromotionState>;

export const TASK_PREPARATIONS: Record<SingleTask, (promotion: Promotion) => PreparedTask> = {
  ideas({ expert, state }) {
    if (!expert) throw noExpert();
    const choice = textChoice(state);
    return async (editor, { signal, id: jobId, progress, write }) => {
      progress(0, 0, "Collecting ideas.");
      const order = { expertId: expert.id, userIdea: state.focus, ...choice };
      const ideas = await writeIdeas(editor, order, { signal, jobId, onText: write });
      return (currentState) => {
        const selectedIdeas = currentState.ideas.filter(({ isChosen }) => isChosen);
        const newIdeas = ideas.map((idea) => ({ ...idea, id: newId(), isChosen: false }));
        return { ...currentState, ideas: [...selectedIdeas, ...newIdeas].slice(0, MAX_STORED_IDEAS) };
      };
    };
  },

  contents({ expert, state }) {
    if (!expert) throw noExpert();
    const chosenIdeas = state.ideas.filter(({ isChosen }) => isChosen);
    if (chosenIdeas.length === 0) throw new AppError("invalid", "Please select at least one idea.");
    // Writes only the missing articles after a failure or with a new idea.
    const missingIdeas = unwrittenIdeas(state);
    const ideas = missingIdeas.length > 0 ? missingIdeas : chosenIdeas;
    if (ideas.length > MAX_IDEAS)
      throw new AppError("invalid", `At most ${MAX_IDEAS} articles can be written at once. Please select fewer ideas.`);
    const { sourceUrls } = parse(SourceUrls, state);
    const choices = { ideas, expert: { id: expert.id }, contentType: state.articleType, sourceUrls };
    const order = { ...choices, ...textChoice(state) };
    return async (editor, { signal, id: jobId, progress, write }, onFailure) => {
      const articles = await draftArticles(editor, order, { signal, jobId, onText: write, progress, onFailure });
      return (currentState) => {
        const newPieces = articles.map((article) => pieceOf(article, expert.id));
        // Keeps saved and edited texts, and replaces the other texts.
        const isProtected = ({ contentId, isChanged }: Piece) =>
          missingIdeas.length > 0 || contentId !== "" || isChanged;
        return { ...currentState, pieces: [...currentState.pieces.filter(isProtected), ...newPieces] };
      };
    };
  },

  imagePrompt({ state }) {
    const [piece] = savedPieces(state.pieces);
    if (!piece) throw noPiece();
    const { content, expertId, expert } = piece;
    const { style, size } = state;
    const order = { content, expert: { id: expertId, name: expert }, style, size, ...textChoice(state) };
    return async (editor, { signal, id: jobId, progress, write }) => {
      progress(0, 0, "Describing an image.");
      const prompt = await writeImagePrompt(editor, order, { signal, jobId, onText: write });
      return (currentState) => ({ ...currentState, prompt, promptBy: jobId });
    };
  },

  images({ state }) {
    const pieces = savedPieces(state.pieces).slice(0, MAX_IMAGES);
    if (pieces.length === 0) throw noPiece();
    if (!state.prompt.trim()) {
      const message = "Please enter an image prompt.";
      throw new AppError("invalid", message, { prompt: message });
    }
    const provider = state.imageProvider || IMAGE_PROVIDERS[0];
    requireKey(provider);
    const order = {
      contents: pieces.map(({ expert }) => ({ expertName: expert })),
      provider,
      model: state.imageModel || null,
      size: state.size,
      customPrompt: state.prompt,
    };
    return async (editor, { signal, id: jobId, progress }, onFailure) => {
      const images = await generateImages(editor, order, { signal, jobId, progress, onFailure });
      return (currentState) => {
        const newImages = images.map((image) => ({ ...image, isSaved: false }));
        return { ...currentState, images: [...newImages, ...currentState.images].slice(0, MAX_STORED_IMAGES) };
      };
    };
  },
};

function noExpert(): AppError {
  return new AppError("invalid", NO_EXPERT, { expert: NO_EXPERT });
}

function noPiece(): AppError {
  return new AppError("invalid", "Please save a piece of content first.");
}

/** Returns the chosen provider and model. Throws "unavailable" without a key. */
export function textChoice({ provider, model }: PromotionState) {
  const chosenProvider = provider || firstTextProvider();
  requireKey(chosenProvider);
  return { provider: chosenProvider, model: modelOfProvider(chosenProvider, model || undefined) };
}

function pieceOf({ evidence: _, unsupported: _unsupported, ...draft }: DraftArticle, expertId: string): Piece {
  return {
    id: newId(),
    expertId,
    ...draft,
    contentId: "",
    isChanged: false,
    onSite: false,
    linkFromProfile: false,
    article: null,
  };
}
