import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { suggestionsIn } from "~/components/experts/editor/use-suggestions";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { whyNoSuggestions } from "~/models/editing/ai/suggestions.server";
import { latestImages } from "~/models/editing/images/admin-list.server";
import { reviewOf } from "~/models/editing/submissions/review.server";
import { topicChoices } from "~/models/editing/topics/proposals.server";
import { formIn, formOf } from "~/models/records/experts/form";
import { readable } from "~/models/records/experts/shown.server";
import type { SuggestionNotice } from "~/models/records/provenance/suggestions";
import { expertForm } from "~/routes/admin.experts_.$id/expert-form.server";
import { runIntent } from "./intents.server";
import { ReviewEditor } from "./review-editor";

/** Shows "Edit & Enhance", a form with every field of a waiting submission. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { submission, target, written } = await reviewOf(editor, params.id ?? "");
    const missing = await whyNoSuggestions(editor);
    const storedImages = await latestImages(editor);
    const read = await readable({ ...submission, slug: "", featured: false, status: "" });
    return { submission, read, target, written, missing, storedImages, topicChoices: await topicChoices() };
  });
}

/** Saves, or saves and decides. A step of the form, such as adding a row, returns the changed form. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const guard = () => requireEditor(request, context);
  return expertForm(request, { kind: "submission", id }, guard, async (sentExpert) =>
    redirect(await runIntent({ ...sentExpert, linkOrigin: linkOrigin(request) }, id), 303),
  );
}

/** Reloads after a conflict, to show the other decision. */
export { afterConflict as shouldRevalidate } from "~/http/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.submission.name ?? "Submission"} | Admin` },
];

type Answer = FormAnswer & { form?: ReturnType<typeof formIn>; notice?: SuggestionNotice | null };

export default function EditSubmission() {
  const { submission, read, topicChoices, target, written, missing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  if (submission.status !== "pending" && !answer) {
    return (
      <NoticePage title={submission.name}>
        <p>This submission was already {submission.status}.</p>
        <ButtonLink to={`/admin/submissions/${submission.id}`}>See the submission</ButtonLink>
      </NoticePage>
    );
  }
  const storedForm = formOf({ ...submission, slug: "", featured: false, status: "" });
  return (
    <ReviewEditor
      key={submission.id}
      submission={submission}
      expertUpdatedAt={target?.updatedAt ?? ""}
      stored={storedForm}
      readableValues={read}
      topics={topicChoices.all}
      form={answer?.form ?? (answer ? formIn(answer.values) : storedForm)}
      values={answer?.values}
      refusal={refusalIn(answer)}
      suggestions={{ ...suggestionsIn(answer), written, missing }}
    />
  );
}
