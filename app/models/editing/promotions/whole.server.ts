/** Writes an article, saves it to the library and generates its image, in one job. It publishes nothing. */
import type { Editor } from "~/models/base/accounts/admin.server";
import type { JobContext } from "~/models/base/jobs/jobs.server";
import { requireKey } from "~/models/base/providers/model-choice.server";
import { IMAGE_PROVIDERS } from "~/services/ai-providers";
import { runTask, TASK_PREPARATIONS } from "./generate.server";
import { findPromotion, type Promotion } from "./promotions.server";
import { changeState } from "./record.server";
import { savePiece } from "./save.server";
import { isFailure, NO_PROGRESS, type PromotionState, unwrittenIdeas, type WholePart } from "./state";

/**
 * Starts the job for the chosen ideas. Each part is stored when it is finished; a start after a failure continues from
 * there. Throws "invalid", "unavailable", "conflict".
 */
export async function startWhole(editor: Editor, id: string): Promise<void> {
  await runTask(editor, id, "whole", (promotion) => {
    requireKey(promotion.state.imageProvider || IMAGE_PROVIDERS[0]);
    // Checks the input for the article before the job starts.
    TASK_PREPARATIONS.contents(promotion);
    const isContinuing = promotion.job?.task === "whole" && isFailure(promotion.job.status);
    return async (editor, context, onFailure) => {
      await changeState(editor, id, (state) => ({ ...state, whole: isContinuing ? state.whole : NO_PROGRESS }));
      const run = (part: WholePart) => runPart(editor, id, part, context, onFailure);
      if (unwrittenIdeas(promotion.state).length > 0) await run("contents");
      await saveUnsaved(editor, id);
      const { whole, prompt, images } = await readState(editor, id);
      const isNeeded = (part: WholePart, exists: boolean) =>
        !whole.made.includes(part) && (whole.made.includes("contents") || !exists);
      if (isNeeded("imagePrompt", prompt.trim() !== "")) await run("imagePrompt");
      if (isNeeded("images", images.length > 0)) await run("images");
      await changeState(editor, id, (state) => ({ ...state, whole: { ...state.whole, part: null } }), { step: 4 });
      return (state) => state;
    };
  });
}

type OnFailure = Parameters<ReturnType<(typeof TASK_PREPARATIONS)["ideas"]>>[2];

async function runPart(editor: Editor, id: string, part: WholePart, context: JobContext, onFailure: OnFailure) {
  await changeState(editor, id, (state) => ({ ...state, whole: { ...state.whole, part } }));
  const promotion = await findPromotion(editor, id);
  const apply = await TASK_PREPARATIONS[part](part === "contents" ? promotion : withNewPiecesOnly(promotion))(
    editor,
    context,
    onFailure,
  );
  await changeState(editor, id, (state) => withPart(state, part, apply(state)));
}

/** Narrows a promotion to the texts of this job, so that the image does not illustrate an older text. */
function withNewPiecesOnly(promotion: Promotion): Promotion {
  const { pieces, whole } = promotion.state;
  const newPieces = pieces.filter((piece) => whole.pieces.includes(piece.id));
  return newPieces.length === 0 ? promotion : { ...promotion, state: { ...promotion.state, pieces: newPieces } };
}

function withPart(stateBefore: PromotionState, part: WholePart, stateAfter: PromotionState): PromotionState {
  const { made, pieces } = stateAfter.whole;
  if (part === "contents") {
    const newPieces = stateAfter.pieces.filter(({ id }) => !stateBefore.pieces.some((piece) => piece.id === id));
    // Forgets the other parts, because a new text needs an image of its own.
    return {
      ...stateAfter,
      whole: { part: null, made: [part], pieces: [...pieces, ...newPieces.map(({ id }) => id)] },
    };
  }
  const nextProgress = { part: null, made: [...made, part], pieces };
  if (part !== "images" || stateBefore.images.length === 0) return { ...stateAfter, whole: nextProgress };
  const newImages = stateAfter.images.filter(({ id }) => !stateBefore.images.some((image) => image.id === id));
  return { ...stateAfter, whole: nextProgress, featuredId: newImages.at(-1)?.id ?? stateAfter.featuredId };
}

async function saveUnsaved(editor: Editor, id: string): Promise<void> {
  const { pieces } = await readState(editor, id);
  for (const { id: pieceId, contentId } of pieces) if (!contentId) await savePiece(editor, id, pieceId);
}

async function readState(editor: Editor, id: string) {
  return (await findPromotion(editor, id)).state;
}
