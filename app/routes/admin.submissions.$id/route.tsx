import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { ComparedByHand } from "~/components/admin/compared-by-hand";
import { SaveBar } from "~/components/admin/field-group";
import { KeyboardShortcuts } from "~/components/admin/keyboard-shortcuts";
import { type KeyInUse, keyProps } from "~/components/admin/keys";
import { Actions } from "~/components/admin/page-parts";
import { RelistReason } from "~/components/admin/relist-reason";
import {
  ConfirmGaps,
  DecisionBar,
  RejectionReason,
  ReopenButton,
  UndoButton,
  UnsavedNotes,
  useUndoable,
} from "~/components/admin/review-decision";
import { TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { form, intentOf, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { approveSubmission, rejectSubmission } from "~/models/editing/submissions/decide.server";
import { takePlace } from "~/models/editing/submissions/places.server";
import { ASK_FOR_REASON, askForReason, rejectionNotes } from "~/models/editing/submissions/reasons";
import { addressAfter, recentDecision, reviewInQueue } from "~/models/editing/submissions/review.server";
import { turnIntoChange } from "~/models/editing/submissions/turn-into-change.server";
import { ReviewFields } from "./review-fields";
import { ReviewHead } from "./review-head";
import { ReviewPlace } from "./review-place";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const id = params.id ?? "";
    const { searchParams } = new URL(request.url);
    return {
      ...(await reviewInQueue(editor, id)),
      decided: await recentDecision(editor, searchParams.get("decided")),
      saved: searchParams.has("saved"),
      changed: searchParams.has("changed"),
      undone: searchParams.get("undone"),
    };
  });
}

/** Decides and opens the next waiting submission, or turns this one into a change of an expert ("change {id}"). */
export async function action({ context, params: { id = "" }, request }: ActionFunctionArgs) {
  const guard = () => requireEditor(request, context);
  const run = async (fields: FormAnswer["values"]) => {
    const [intent, expert] = String(fields.intent).split(" ");
    const address = await intentOf(INTENTS, intent)({ editor: await guard(), id, fields, expert, request });
    return redirect(address, 303);
  };
  return form(request, run, { guard });
}

interface PressedButton {
  editor: Editor;
  id: string;
  fields: FormAnswer["values"];
  expert: string | undefined;
  request: Request;
}

/** The actions of the buttons. Each returns the next address. */
const INTENTS: Record<string, (button: PressedButton) => Promise<string>> = {
  async approve({ editor, id, fields, request }) {
    await approveSubmission(editor, id, fields, { linkOrigin: linkOrigin(request) });
    return addressAfter(editor, id);
  },
  async reject({ editor, id, fields, request }) {
    askForReason(fields);
    await rejectSubmission(
      editor,
      id,
      { ...fields, reviewNotes: rejectionNotes(fields) },
      { linkOrigin: linkOrigin(request) },
    );
    return addressAfter(editor, id);
  },
  async take({ editor, id }) {
    await takePlace(editor, id, { isTakingOver: true });
    return `/admin/submissions/${id}`;
  },
  async change({ editor, id, fields: { updatedAt }, expert }) {
    await turnIntoChange(editor, id, { expert, updatedAt });
    return `/admin/submissions/${id}?changed`;
  },
};

/** Reloads after a conflict, to show the other decision. */
export { afterConflict as shouldRevalidate } from "~/http/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Review ${data?.submission.name ?? "Submission"} | Admin` },
];

const FAILURE_TITLES: Record<string, string> = { approve: "Approval Failed", reject: "Rejection Failed" };

function titleOf(answer: FormAnswer | undefined): string {
  if (answer?.fieldErrors?.reviewNotes === ASK_FOR_REASON) return "Not Sent Yet";
  return FAILURE_TITLES[String(answer?.values.intent)] ?? "Update Failed";
}

export default function ReviewSubmission() {
  const review = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const { submission, target, decided, saved, changed, undone } = review;
  const isOpen = submission.status === "pending";
  const [isUndoable, isThisUndoable] = [useUndoable(decided), useUndoable({ id: submission.id, ...review })];
  return (
    <>
      <DecisionBar decision={decided} isUndoable={isUndoable} />
      {undone && (
        <Notice role="status">
          The decision was undone. This submission is waiting for a decision again.
          {undone === "notified" && " The submitter had already got a mail."}
        </Notice>
      )}
      {saved && !answer && <Notice role="status">The submission was saved.</Notice>}
      {changed && !answer && <Notice role="status">This submission is now a change to an existing profile.</Notice>}
      {isOpen && <ReviewPlace id={submission.id} place={review.place} />}
      <ReviewHead review={review} />
      <FormErrors refusal={refusalIn(answer)} title={titleOf(answer)} />
      {isOpen ? (
        <Form method="post" action={`/admin/submissions/${submission.id}`} className="review" noValidate>
          <input type="hidden" name="updatedAt" value={submission.updatedAt} />
          {target && <input type="hidden" name="expertUpdatedAt" value={target.updatedAt} />}
          <ReviewFields review={review} answer={answer} />
          <RelistReason answer={answer} />
          <ComparedByHand answer={answer} />
          <ConfirmGaps gaps={review.gaps} error={answer?.fieldErrors?.confirmed} />
          <TextArea
            label="Review notes"
            {...keyProps("notes")}
            name="reviewNotes"
            rows={3}
            // The browser scrolls only to the line of the caret, so the bar with the buttons would cover the rest.
            onFocus={(event) => event.currentTarget.scrollIntoView({ block: "nearest" })}
            hint="The submitter reads the notes when you reject a submission or accept part of a change. A short reason saves them a question."
            {...fieldProps(answer, "reviewNotes")}
          />
          <RejectionReason answer={answer} />
          <SaveBar>
            <Button type="submit" name="intent" value="approve" {...keyProps("accept")}>
              Approve
            </Button>
            <Button type="submit" quiet danger name="intent" value="reject" {...keyProps("reject")}>
              Reject
            </Button>
            <ButtonLink quiet to={`/admin/submissions/${submission.id}/edit`} {...keyProps("edit")}>
              Edit & Enhance
            </ButtonLink>
          </SaveBar>
        </Form>
      ) : (
        <>
          <Actions className="mb-4">
            {isThisUndoable && <UndoButton {...submission} />}
            {!isThisUndoable && submission.status === "rejected" && <ReopenButton {...submission} />}
          </Actions>
          {answer?.values.reviewNotes && <UnsavedNotes notes={String(answer.values.reviewNotes)} />}
          <ReviewFields review={review} answer={undefined} />
        </>
      )}
      <KeyboardShortcuts
        keys={[
          ["next", "next"],
          ["previous", "previous"],
          ...(isOpen
            ? ([
                ["accept", "approve"],
                ["reject", "reject"],
                ["notes", "write notes"],
                ["edit", "edit"],
              ] as KeyInUse[])
            : []),
          ...(isUndoable || isThisUndoable ? ([["undo", "undo"]] as KeyInUse[]) : []),
        ]}
      />
    </>
  );
}
