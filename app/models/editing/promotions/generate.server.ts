import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { type JobContext, startJob, stopJob } from "~/models/base/jobs/jobs.server";
import { firstTextProvider, requireKey, withoutForeignModel } from "~/models/base/providers/model-choice.server";
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

const KEPT_IMAGES = 60;
const KEPT_IDEAS = 60;

/** Starts a job, whose result goes into the promotion. Throws "invalid", "unavailable", "conflict". */
export async function ask(editor: Editor, id: string, task: Single): Promise<void> {
  await begin(editor, id, task, (promotion) => PREPARED[task](promotion));
}

/** `ask` with what is to be done when it is this one's turn. `prepare` throws what stands against it before anything is asked. */
export async function begin(
  editor: Editor,
  id: string,
  task: Task,
  prepare: (promotion: Promotion) => Prepared,
): Promise<void> {
  const promotion = await findPromotion(editor, id);
  if (promotion.job?.status === "running") throw busy();
  const prepared = prepare(promotion);
  let claimed: (claim: Promise<void>) => void = () => {};
  const begun = new Promise<void>((resolve) => {
    claimed = resolve;
  });
  await startJob(editor, PROMOTION_JOB, { promotionId: id, task }, async (context) => {
    // Only one of two simultaneous clicks reaches the provider.
    const claim = takeTurn(editor, id, promotion.state.job, { id: context.id, task });
    claimed(claim);
    await claim;
    const problems: string[] = [];
    const apply = await prepared(editor, context, (problem) => problems.push(problem.message));
    await changeState(editor, id, (state) => ({ ...apply(state), problems }));
    return { problems };
  });
  await begun;
}

type Turn = PromotionState["job"];

async function takeTurn(editor: Editor, id: string, seen: Turn, job: NonNullable<Turn>): Promise<void> {
  await changeState(editor, id, (state) => {
    if (state.job?.id !== seen?.id) throw busy();
    return { ...state, job, problems: [] };
  });
}

function busy(): AppError {
  return new AppError("conflict", "Something is being made already. Wait for it, or stop it first.");
}

/** Stops the job and keeps earlier results. */
export async function stopTask(editor: Editor, id: string): Promise<void> {
  const { job } = await findPromotion(editor, id);
  if (job) await stopJob(editor, PROMOTION_JOB, job.id);
}

/** The text after the first `from` characters. Throws "missing". */
export async function promotionText(editor: Editor, id: string, from: number) {
  const { job } = await findPromotion(editor, id);
  if (!job) throw new AppError("missing", "Nothing has been generated yet.");
  const { status, message, done, total, partial } = job;
  return { status, message, done, total, text: partial.slice(from), length: partial.length };
}

/** A task that is asked of a provider by itself. */
export type Single = Exclude<Task, "whole">;

export type Prepared = (
  editor: Editor,
  context: JobContext,
  onFailure: (problem: AppError) => void,
) => Promise<(state: PromotionState) => PromotionState>;

export const PREPARED: Record<Single, (promotion: Promotion) => Prepared> = {
  ideas({ expert, state }) {
    if (!expert) throw noExpert();
    const choice = textChoice(state);
    return async (editor, { signal, id: jobId, progress, write }) => {
      progress(0, 0, "Collecting ideas.");
      const order = { expertId: expert.id, userIdea: state.focus, ...choice };
      const ideas = await writeIdeas(editor, order, { signal, jobId, onText: write });
      return (now) => {
        const selected = now.ideas.filter(({ isChosen }) => isChosen);
        const made = ideas.map((idea) => ({ ...idea, id: newId(), isChosen: false }));
        return { ...now, ideas: [...selected, ...made].slice(0, KEPT_IDEAS) };
      };
    };
  },

  contents({ expert, state }) {
    if (!expert) throw noExpert();
    const chosen = state.ideas.filter(({ isChosen }) => isChosen);
    if (chosen.length === 0) throw new AppError("invalid", "Please select at least one idea.");
    // After a failure or with a new idea, write only the missing articles.
    const missing = unwrittenIdeas(state);
    const ideas = missing.length > 0 ? missing : chosen;
    if (ideas.length > MAX_IDEAS)
      throw new AppError("invalid", `At most ${MAX_IDEAS} articles can be written at once. Please select fewer ideas.`);
    const { sourceUrls } = parse(SourceUrls, state);
    const choices = { ideas, expert: { id: expert.id }, contentType: state.articleType, sourceUrls };
    const order = { ...choices, ...textChoice(state) };
    return async (editor, { signal, id: jobId, progress, write }, onFailure) => {
      const written = await draftArticles(editor, order, { signal, jobId, onText: write, progress, onFailure });
      return (now) => {
        const made = written.map((article) => pieceOf(article, expert.id));
        // Keep saved and edited texts; replace the others.
        const isKept = ({ contentId, isChanged }: Piece) => missing.length > 0 || contentId !== "" || isChanged;
        return { ...now, pieces: [...now.pieces.filter(isKept), ...made] };
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
      return (now) => ({ ...now, prompt, promptBy: jobId });
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
      return (now) => {
        const made = images.map((image) => ({ ...image, isSaved: false }));
        return { ...now, images: [...made, ...now.images].slice(0, KEPT_IMAGES) };
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

/** The chosen provider and model. Throws "unavailable" without a key. */
export function textChoice({ provider, model }: PromotionState) {
  const chosen = provider || firstTextProvider();
  requireKey(chosen);
  return { provider: chosen, model: withoutForeignModel(chosen, model || undefined) };
}

function pieceOf({ evidence: _, unsupported: _unsupported, ...written }: DraftArticle, expertId: string): Piece {
  return {
    id: newId(),
    expertId,
    ...written,
    contentId: "",
    isChanged: false,
    onSite: false,
    linkFromProfile: false,
    article: null,
  };
}
