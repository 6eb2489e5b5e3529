import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { KeyboardShortcuts } from "~/components/admin/keyboard-shortcuts";
import {
  ConfirmGaps,
  DecisionBar,
  LostNotes,
  ReopenButton,
  UndoButton,
  useUndoable,
} from "~/components/admin/review-decision";
import { TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { approveSubmission, rejectWithReason } from "~/models/submissions/decide.server";
import { addressAfter, justDecided, neighboursOf, reviewOf } from "~/models/submissions/review.server";
import { ReviewFields } from "./review-fields";
import { ReviewHead } from "./review-head";

/** One submission: what was sent beside what will be published, and the decision. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const id = params.id ?? "";
    const { searchParams } = new URL(request.url);
    return {
      ...(await reviewOf(admin, id)),
      ...(await neighboursOf(admin, id)),
      decided: await justDecided(admin, searchParams.get("decided")),
      saved: searchParams.has("saved"),
      undone: searchParams.get("undone"),
    };
  });
}

const INTENTS = { approve: approveSubmission, reject: rejectWithReason };

/** Decides, and opens the next that waits. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(
    request,
    async (fields) => {
      const admin = await requireAdmin(request, context);
      const id = params.id ?? "";
      const decide = Object.hasOwn(INTENTS, String(fields.intent)) && INTENTS[fields.intent as keyof typeof INTENTS];
      if (!decide) throw new AppError("invalid", "Please approve or reject.");
      await decide(admin, id, fields, { linkOrigin: linkOrigin(request) });
      return redirect(await addressAfter(admin, id), 303);
    },
    { guard: () => requireAdmin(request, context) },
  );
}

/** Who was too late sees what the other one did. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Review ${data?.submission.name ?? "Submission"} | Admin` },
];

const FAILED: Record<string, string> = { approve: "Approval Failed", reject: "Rejection Failed" };

export default function ReviewSubmission() {
  const { id } = useLoaderData<typeof loader>().submission;
  // Another submission is another form.
  return <Content key={id} />;
}

function Content() {
  const review = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const { submission, target, decided, saved, undone } = review;
  const isOpen = submission.status === "pending";
  const [isUndoable, isThisUndoable] = [useUndoable(decided), useUndoable({ id: submission.id, ...review })];
  return (
    <>
      <DecisionBar decided={decided} isUndoable={isUndoable} />
      {undone && (
        <Notice role="status">
          The decision was undone: this submission waits again.
          {undone === "told" && " The submitter had been told already."}
        </Notice>
      )}
      {saved && !answer && <Notice role="status">The submission was saved.</Notice>}
      <ReviewHead review={review} />
      <FormErrors refusal={refusalIn(answer)} title={FAILED[String(answer?.values.intent)] ?? "Update Failed"} />
      {isOpen ? (
        <Form method="post" action={`/admin/submissions/${submission.id}`} className="review">
          <input type="hidden" name="updatedAt" value={submission.updatedAt} />
          {target && <input type="hidden" name="expertUpdatedAt" value={target.updatedAt} />}
          <ReviewFields review={review} answer={answer} />
          <ConfirmGaps gaps={review.gaps} error={answer?.fieldErrors?.confirmed} />
          <TextArea
            label="Review notes"
            name="reviewNotes"
            rows={3}
            hint="Kept with the decision. The submitter reads them when you reject, or accept a part of a change."
            {...fieldProps(answer, "reviewNotes")}
          />
          <p className="save-bar actions">
            <Button type="submit" name="intent" value="approve" data-key="a" aria-keyshortcuts="a">
              Approve
            </Button>
            <Button type="submit" quiet danger name="intent" value="reject" data-key="r" aria-keyshortcuts="r">
              Reject
            </Button>
            <ButtonLink quiet to={`/admin/submissions/${submission.id}/edit`} data-key="e" aria-keyshortcuts="e">
              Edit & Enhance
            </ButtonLink>
          </p>
        </Form>
      ) : (
        <>
          <div className="actions">
            {isThisUndoable && <UndoButton id={submission.id} />}
            {!isThisUndoable && submission.status === "rejected" && <ReopenButton id={submission.id} />}
          </div>
          {answer?.values.reviewNotes && <LostNotes notes={String(answer.values.reviewNotes)} />}
          <ReviewFields review={review} answer={undefined} />
        </>
      )}
      <KeyboardShortcuts
        keys={[
          ["j", "next"],
          ["k", "previous"],
          ...(isOpen
            ? ([
                ["a", "approve"],
                ["r", "reject"],
                ["e", "edit"],
              ] as [string, string][])
            : []),
          ...(isUndoable || isThisUndoable ? ([["u", "undo"]] as [string, string][]) : []),
        ]}
      />
    </>
  );
}
