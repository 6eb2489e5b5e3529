import { AppError } from "~/errors";
import { saveAndApprove, saveAndReject } from "~/models/editing/submissions/decide.server";
import { askForReason, rejectionNotes } from "~/models/editing/submissions/reasons";
import { addressAfter, reviewOf } from "~/models/editing/submissions/review.server";
import { saveSubmission } from "~/models/editing/submissions/review-edit.server";
import type { SentExpert } from "~/routes/admin.experts_.$id/expert-form.server";

type Sent = SentExpert & { linkOrigin: string };

/** Does what the pressed button says with submission `id`; gives the address to go on at. */
export async function runIntent(sent: Sent, id: string): Promise<string> {
  const { intent } = sent.values;
  try {
    return await (intent === "approve" || intent === "reject" ? INTENTS[intent] : INTENTS.save)(sent, id);
  } catch (error) {
    if (error instanceof AppError && error.problem === "conflict") await showMeanwhile(sent, id);
    throw error;
  }
}

const INTENTS = {
  async save({ editor, input, values, origin }: Sent, id: string) {
    await saveSubmission(editor, id, { ...input, ...versionsIn(values) }, { origin });
    return `/admin/submissions/${id}?saved`;
  },
  async approve({ editor, input, values, origin, linkOrigin }: Sent, id: string) {
    await saveAndApprove(editor, id, { ...input, ...versionsIn(values) }, { origin, linkOrigin });
    return addressAfter(editor, id);
  },
  async reject({ editor, input, values, origin, linkOrigin }: Sent, id: string) {
    askForReason(values);
    await saveAndReject(
      editor,
      id,
      { ...input, ...versionsIn(values), reviewNotes: rejectionNotes(values) },
      { origin, linkOrigin },
    );
    return addressAfter(editor, id);
  },
};

function versionsIn({ updatedAt, expertUpdatedAt }: Sent["values"]) {
  return { updatedAt, expertUpdatedAt };
}

/** The next attempt is made from what the page shows now, beside what was typed. */
async function showMeanwhile({ editor, values }: Sent, id: string): Promise<void> {
  const { submission, target } = await reviewOf(editor, id);
  values.meanwhile = "1";
  values.updatedAt = submission.updatedAt;
  if (target) values.expertUpdatedAt = target.updatedAt;
}
