import { data, redirect } from "@remix-run/node";
import type { UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import { saveDraft } from "~/models/editing/submissions/drafts.server";
import { checkSubmission, DuplicatesFound, submitExpert } from "~/models/editing/submissions/submissions.server";
import {
  FAILED,
  KEEP,
  NOT_SIGNED_IN,
  type SubmissionFields,
  stepOf,
  toFields,
  withPendingEntries,
} from "~/models/records/experts/submission-fields";

export type Values = Record<string, string | string[]>;

interface Sender {
  user: UserRow | null;
  owner: Parameters<typeof saveDraft>[2];
  /** The origin of links in mails. */
  origin: string;
}

/** Carries out the pressed button. The answer has the typed text, and so has the draft unless the submission was stored. */
export async function send(values: Values, sender: Sender) {
  const typedFields = toFields(values);
  const draftId = String(values.draftId ?? "");
  try {
    const step = stepOf(values.intent, typedFields);
    return step
      ? await saveStep(step(), values, sender)
      : await submit(withPendingEntries(typedFields), values, sender);
  } catch (error) {
    // If the draft cannot be saved either, that error is more important.
    const problem = await saveDraft(draftId, typedFields, sender.owner).then(
      () => error,
      (draftError) => draftError,
    );
    if (problem instanceof DuplicatesFound) return data({ values: typedFields, duplicates: problem.duplicates }, 409);
    if (problem instanceof AppError) throw problem;
    log.error({ err: problem }, "a submission failed");
    throw new AppError("unavailable", FAILED);
  }
}

async function saveStep(fields: SubmissionFields, values: Values, { user, owner }: Sender) {
  await saveDraft(String(values.draftId ?? ""), fields, owner);
  return { values: fields, kept: values.intent === KEEP && Boolean(user || owner.browser) };
}

async function submit(fields: SubmissionFields, values: Values, { user, owner: { browser }, origin }: Sender) {
  await checkSubmission(fields);
  if (!user) throw new AppError("unauthenticated", NOT_SIGNED_IN);
  const draftId = String(values.draftId ?? "");
  const seenDuplicates = String(values.seen ?? "").split(",");
  const { id } = await submitExpert(user, fields, { origin, draftId, browser, seen: seenDuplicates });
  return redirect(`/submit?received=${id}`, 303);
}
