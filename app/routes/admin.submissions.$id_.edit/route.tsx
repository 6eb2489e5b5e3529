import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { STEP } from "~/components/experts/editor/rows-field";
import { suggestionsIn } from "~/components/experts/editor/use-suggestions";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice-page";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import { linkOrigin, siteOrigin } from "~/http/origin.server";
import type { SuggestionNotice } from "~/models/ai/suggestions";
import { acceptedIn, suggestionStep, whyNoSuggestions } from "~/models/ai/suggestions.server";
import { EXPERT_CHARACTERS } from "~/models/experts/fields";
import { formIn, formOf, recordIn, stepped } from "~/models/experts/form";
import { latestImages } from "~/models/images/admin-list.server";
import { imagesFromForm } from "~/models/images/images.server";
import { IMAGE_FIELDS, MAX_BYTES } from "~/models/images/rules";
import { saveAndApprove, saveAndReject } from "~/models/submissions/decide.server";
import { addressAfter, reviewOf } from "~/models/submissions/review.server";
import { saveSubmission } from "~/models/submissions/review-edit.server";
import { ReviewEditor } from "./review-editor";

/** 'Edit & Enhance': every field of a submission that waits. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { submission, target, written } = await reviewOf(editor, params.id ?? "");
    const missing = await whyNoSuggestions(editor);
    return { submission, target, written, missing, storedImages: await latestImages(editor) };
  });
}

/** Saves, or saves and decides; a small step of the form gives the form back. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(
    request,
    async (fields, files) => {
      const editor = await requireEditor(request, context);
      const id = params.id ?? "";
      const origins = { origin: siteOrigin(request), linkOrigin: linkOrigin(request) };
      await imagesFromForm(editor, fields, files, origins);
      const suggested = await suggestionStep(editor, { kind: "submission", id }, fields, request.signal);
      if (suggested) return data(suggested);
      const next = stepped(fields[STEP], formIn(fields));
      if (next) return data({ values: fields, form: next });
      const { updatedAt, expertUpdatedAt, relistReason } = fields;
      const kept = { updatedAt, expertUpdatedAt, relistReason, accepted: acceptedIn(fields) };
      const input = { ...recordIn(formIn(fields)), ...kept };
      try {
        if (fields.intent === "approve" || fields.intent === "reject") {
          if (fields.intent === "approve") await saveAndApprove(editor, id, input, origins);
          else await saveAndReject(editor, id, { ...input, reviewNotes: fields.reviewNotes }, origins);
          return redirect(await addressAfter(editor, id), 303);
        }
        await saveSubmission(editor, id, input, origins);
        return redirect(`/admin/submissions/${id}?saved`, 303);
      } catch (error) {
        if (!(error instanceof AppError) || error.problem !== "conflict") throw error;
        const { submission, target } = await reviewOf(editor, id);
        // The next attempt is made from what the page shows now, beside what was typed.
        fields.meanwhile = "1";
        fields.updatedAt = submission.updatedAt;
        if (target) fields.expertUpdatedAt = target.updatedAt;
        throw error;
      }
    },
    {
      characters: EXPERT_CHARACTERS,
      guard: () => requireEditor(request, context),
      files: { files: IMAGE_FIELDS.length, fileBytes: MAX_BYTES },
    },
  );
}

/** Who was too late sees what the other one did. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.submission.name ?? "Submission"} | Admin` },
];

type Answer = FormAnswer & { form?: ReturnType<typeof formIn>; notice?: SuggestionNotice | null };

export default function EditSubmission() {
  const { submission, target, written, missing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  if (submission.status !== "pending" && !answer) {
    return (
      <NoticePage title={submission.name}>
        <p>This submission was {submission.status} already.</p>
        <ButtonLink to={`/admin/submissions/${submission.id}`}>See the submission</ButtonLink>
      </NoticePage>
    );
  }
  const stored = formOf({ ...submission, slug: "", featured: false });
  return (
    <ReviewEditor
      key={submission.id}
      submission={submission}
      expertUpdatedAt={target?.updatedAt ?? ""}
      stored={stored}
      form={answer?.form ?? (answer ? formIn(answer.values) : stored)}
      values={answer?.values}
      refusal={refusalIn(answer)}
      suggestions={{ ...suggestionsIn(answer), written, missing }}
    />
  );
}
