/** The article and its image in one go: written, saved to the library and illustrated, up to the preview. Nothing is published. */
import type { Editor } from "~/models/base/accounts/admin.server";
import type { JobContext } from "~/models/base/jobs/jobs.server";
import { requireKey } from "~/models/base/providers/model-choice.server";
import { IMAGE_PROVIDERS } from "~/services/ai-providers";
import { begin, PREPARED } from "./generate.server";
import { findPromotion, type Promotion } from "./promotions.server";
import { changeState } from "./record.server";
import { savePiece } from "./save.server";
import { hasEndedBadly, NOTHING_MADE, type PromotionState, unwrittenIdeas, type WholePart } from "./state";

/**
 * Starts it for the chosen ideas. Each part is stored as soon as it is there, and another start after a failure goes on
 * where the last one ended.
 *
 * @throws AppError "invalid", "unavailable", "conflict".
 */
export async function askForWhole(editor: Editor, id: string): Promise<void> {
  await begin(editor, id, "whole", (promotion) => {
    requireKey(promotion.state.imageProvider || IMAGE_PROVIDERS[0]);
    // Says what stands against the article before anything is asked.
    PREPARED.contents(promotion);
    const isGoingOn = promotion.job?.task === "whole" && hasEndedBadly(promotion.job.status);
    return async (editor, context, onFailure) => {
      await changeState(editor, id, (state) => ({ ...state, whole: isGoingOn ? state.whole : NOTHING_MADE }));
      const run = (part: WholePart) => runPart(editor, id, part, context, onFailure);
      if (unwrittenIdeas(promotion.state).length > 0) await run("contents");
      await saveUnsaved(editor, id);
      const { whole, prompt, images } = await stateNow(editor, id);
      const isMissing = (part: WholePart, isThere: boolean) =>
        !whole.made.includes(part) && (whole.made.includes("contents") || !isThere);
      if (isMissing("imagePrompt", prompt.trim() !== "")) await run("imagePrompt");
      if (isMissing("images", images.length > 0)) await run("images");
      await changeState(editor, id, (state) => ({ ...state, whole: { ...state.whole, part: null } }), { step: 4 });
      return (state) => state;
    };
  });
}

type OnFailure = Parameters<ReturnType<(typeof PREPARED)["ideas"]>>[2];

async function runPart(editor: Editor, id: string, part: WholePart, context: JobContext, onFailure: OnFailure) {
  await changeState(editor, id, (state) => ({ ...state, whole: { ...state.whole, part } }));
  const promotion = await findPromotion(editor, id);
  const apply = await PREPARED[part](part === "contents" ? promotion : aboutNewPieces(promotion))(
    editor,
    context,
    onFailure,
  );
  await changeState(editor, id, (state) => withPart(state, part, apply(state)));
}

/** The image belongs to what was written in the same go, where there are older texts, too. */
function aboutNewPieces(promotion: Promotion): Promotion {
  const { pieces, whole } = promotion.state;
  const written = pieces.filter((piece) => whole.pieces.includes(piece.id));
  return written.length === 0 ? promotion : { ...promotion, state: { ...promotion.state, pieces: written } };
}

function withPart(before: PromotionState, part: WholePart, after: PromotionState): PromotionState {
  const { made, pieces } = after.whole;
  if (part === "contents") {
    const written = after.pieces.filter(({ id }) => !before.pieces.some((piece) => piece.id === id));
    // A new text needs an image of its own.
    return { ...after, whole: { part: null, made: [part], pieces: [...pieces, ...written.map(({ id }) => id)] } };
  }
  const whole = { part: null, made: [...made, part], pieces };
  if (part !== "images" || before.images.length === 0) return { ...after, whole };
  const drawn = after.images.filter(({ id }) => !before.images.some((image) => image.id === id));
  return { ...after, whole, featuredId: drawn.at(-1)?.id ?? after.featuredId };
}

async function saveUnsaved(editor: Editor, id: string): Promise<void> {
  const { pieces } = await stateNow(editor, id);
  for (const { id: pieceId, contentId } of pieces) if (!contentId) await savePiece(editor, id, pieceId);
}

async function stateNow(editor: Editor, id: string) {
  return (await findPromotion(editor, id)).state;
}
