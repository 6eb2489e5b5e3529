import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { UndoButton } from "~/components/admin/review-decision";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { form, page } from "~/http/form.server";
import { reviewOf } from "~/models/editing/submissions/review.server";
import { undoDecision } from "~/models/editing/submissions/undo.server";

/** Undoes a decision. The page appears only after a refusal. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const { submission, undoableFor } = await reviewOf(await requireEditor(request, context), params.id ?? "");
    const { id, name, updatedAt } = submission;
    return { id, name, updatedAt, undoable: undoableFor > 0 };
  });
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(
    request,
    async ({ updatedAt }) => {
      const id = params.id ?? "";
      const { wasNotified } = await undoDecision(await requireEditor(request, context), id, { updatedAt });
      return redirect(`/admin/submissions/${id}?undone=${wasNotified ? "notified" : "1"}`, 303);
    },
    { guard: () => requireEditor(request, context) },
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Undo the Decision about ${data?.name ?? "a Submission"} | Admin` },
];

export default function UndoDecision() {
  const { id, name, updatedAt, undoable } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>
        Undo the decision about <bdi>{name}</bdi>
      </h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      {!undoable && !answer && <p>There is no decision that can still be undone.</p>}
      <div className="flex flex-wrap items-center gap-2.5">
        {undoable && !answer && <UndoButton id={id} updatedAt={updatedAt} />}
        <Link to={`/admin/submissions/${id}`}>Back to the submission</Link>
      </div>
    </>
  );
}
