import { AppError } from "~/errors";
import { saveAndApprove, saveAndReject } from "~/models/editing/submissions/decide.server";
import { askForReason, rejectionNotes } from "~/models/editing/submissions/reasons";
import { addressAfter, reviewOf } from "~/models/editing/submissions/review.server";
import { saveSubmission } from "~/models/editing/submissions/review-edit.server";
import type { SentExpert } from "~/routes/admin.experts_.$id/expert-form.server";

type SentReview = SentExpert & { linkOrigin: string };

/** Carries out the pressed button and returns the next address. */
export async function runIntent(sentReview: SentReview, id: string): Promise<string> {
  const { intent } = sentReview.values;
  try {
    return await (intent === "approve" || intent === "reject" ? INTENTS[intent] : INTENTS.save)(sentReview, id);
  } catch (error) {
    if (error instanceof AppError && error.problem === "conflict") await updateVersions(sentReview, id);
    throw error;
  }
}

const INTENTS = {
  async save({ editor, input, values, origin }: SentReview, id: string) {
    await saveSubmission(editor, id, { ...input, ...versionsIn(values) }, { origin });
    return `/admin/submissions/${id}?saved`;
  },
  async approve({ editor, input, values, origin, linkOrigin }: SentReview, id: string) {
    await saveAndApprove(editor, id, { ...input, ...versionsIn(values) }, { origin, linkOrigin });
    return addressAfter(editor, id);
  },
  async reject({ editor, input, values, origin, linkOrigin }: SentReview, id: string) {
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

function versionsIn({ updatedAt, expertUpdatedAt }: SentReview["values"]) {
  return { updatedAt, expertUpdatedAt };
}

/** After a conflict, updates the versions, so that the next attempt is based on the values that the page then shows. */
async function updateVersions({ editor, values }: SentReview, id: string): Promise<void> {
  const { submission, target } = await reviewOf(editor, id);
  values.meanwhile = "1";
  values.updatedAt = submission.updatedAt;
  if (target) values.expertUpdatedAt = target.updatedAt;
}
