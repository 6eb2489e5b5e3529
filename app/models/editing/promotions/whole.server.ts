/** The article and its image in one go: written, saved to the library and illustrated, up to the preview. Nothing is published. */
import type { Editor } from "~/models/base/accounts/admin.server";
import type { JobContext } from "~/models/base/jobs/jobs.server";
import { requireKey } from "~/models/base/providers/model-choice.server";
import { IMAGE_PROVIDERS } from "~/services/ai-providers";
import { begin, PREPARED, type Single } from "./generate.server";
import { findPromotion } from "./promotions.server";
import { changeState } from "./record.server";
import { savePiece } from "./save.server";
import { unwrittenIdeas } from "./state";

/**
 * Starts it for the chosen ideas; each part is kept as soon as it is there, so that another start goes on where it ended.
 *
 * @throws AppError "invalid", "unavailable", "conflict".
 */
export async function askForWhole(editor: Editor, id: string): Promise<void> {
  await begin(editor, id, "whole", (promotion) => {
    requireKey(promotion.state.imageProvider || IMAGE_PROVIDERS[0]);
    // What stands against the article is said before anything is asked.
    PREPARED.contents(promotion);
    return async (editor, context, onFailure) => {
      const run = (task: Single) => runPart(editor, id, task, context, onFailure);
      if (unwrittenIdeas(promotion.state).length > 0) await run("contents");
      await saveUnsaved(editor, id);
      if (!(await stateNow(editor, id)).prompt.trim()) await run("imagePrompt");
      if ((await stateNow(editor, id)).images.length === 0) await run("images");
      await changeState(editor, id, (state) => state, { step: 4 });
      return (state) => state;
    };
  });
}

type OnFailure = Parameters<ReturnType<(typeof PREPARED)["ideas"]>>[2];

async function runPart(editor: Editor, id: string, task: Single, context: JobContext, onFailure: OnFailure) {
  const apply = await PREPARED[task](await findPromotion(editor, id))(editor, context, onFailure);
  await changeState(editor, id, apply);
}

async function saveUnsaved(editor: Editor, id: string): Promise<void> {
  const { pieces } = await stateNow(editor, id);
  for (const { id: pieceId, contentId } of pieces) if (!contentId) await savePiece(editor, id, pieceId);
}

async function stateNow(editor: Editor, id: string) {
  return (await findPromotion(editor, id)).state;
}
