/** Asking a text model whether a quote says what a sentence says. It decides nothing. */
import { z } from "zod";
import type { Editor } from "~/models/base/accounts/admin.server";
import { askText } from "~/models/base/providers/ask-text.server";

const Opinion = z.object({
  supported: z.enum(["yes", "partly", "no"]),
  reason: z.string().describe("One short sentence."),
});

export interface SecondOpinion extends z.infer<typeof Opinion> {
  model: string;
  /** null where the provider does not tell. */
  costUsd: number | null;
}

/** For an editor, or for the operator at the command line (null). Throws as `askText` does. */
export async function secondOpinion(
  editor: Editor | null,
  { sentence, quote }: { sentence: string; quote: string },
  signal?: AbortSignal,
): Promise<SecondOpinion> {
  const { answer, model, costUsd } = await askText(editor, {
    task: "opinion",
    data: { sentence, quote },
    schema: Opinion,
    signal,
  });
  return { supported: answer.supported, reason: answer.reason.trim().slice(0, 500), model, costUsd };
}
