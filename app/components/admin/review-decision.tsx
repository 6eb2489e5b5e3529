import { Form } from "@remix-run/react";
import { Fragment, useEffect, useState } from "react";
import { CheckLabel, PlainField } from "~/components/admin/field-group";
import { keyProps } from "~/components/admin/keys";
import { TextArea } from "~/components/forms/field";
import type { FormAnswer } from "~/components/forms/form-answer";
import { Button } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { ASK_FOR_REASON, REASON_LABELS } from "~/models/editing/submissions/reasons";
import type { RecentDecision } from "~/models/editing/submissions/review.server";

/** Returns whether a decision can still be undone. Turns false in the open page when the server begins to refuse. */
export function useUndoable(decision: { id: string; undoableFor: number } | null): boolean {
  const [expiredId, setExpiredId] = useState<string | null>(null);
  const { id = null, undoableFor = 0 } = decision ?? {};
  useEffect(() => {
    const timer = setTimeout(() => setExpiredId(id), undoableFor);
    return () => clearTimeout(timer);
  }, [id, undoableFor]);
  return undoableFor > 0 && expiredId !== id;
}

/** Shows the last decision with an Undo button. */
export function DecisionBar({ decision, isUndoable }: { decision: RecentDecision | null; isUndoable: boolean }) {
  if (!decision) return null;
  const { together = [] } = decision;
  return (
    <Notice className="decision mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status">
        {together.length > 1 ? (
          `${together.length} submissions were ${decision.status}.`
        ) : (
          <>
            The submission of <strong dir="auto">{decision.name}</strong> was {decision.status}.
          </>
        )}
      </p>
      {isUndoable && (together.length > 1 ? <UndoAllButton decisions={together} /> : <UndoButton {...decision} />)}
    </Notice>
  );
}

type Decision = Pick<RecentDecision, "id" | "updatedAt">;

function UndoAllButton({ decisions }: { decisions: Decision[] }) {
  return (
    <Form method="post" action="/admin/submissions">
      {decisions.map(({ id, updatedAt }) => (
        <Fragment key={id}>
          <input type="hidden" name="ids[]" value={id} />
          <input type="hidden" name={`updatedAt-${id}`} value={updatedAt} />
        </Fragment>
      ))}
      <Button type="submit" quiet name="intent" value="undo" {...keyProps("undo")}>
        Undo all
      </Button>
    </Form>
  );
}

export function UndoButton({ id, updatedAt }: Decision) {
  return (
    <Form method="post" action={`/admin/submissions/${id}/undo`}>
      <input type="hidden" name="updatedAt" value={updatedAt} />
      <Button type="submit" quiet {...keyProps("undo")}>
        Undo
      </Button>
    </Form>
  );
}

export function ReopenButton({ id, updatedAt }: Decision) {
  return (
    <Form method="post" action={`/admin/submissions/${id}/reopen`}>
      <input type="hidden" name="updatedAt" value={updatedAt} />
      <Button type="submit" quiet>
        Reopen
      </Button>
    </Form>
  );
}

/** Asks before a profile without a category or a link is published. */
export function ConfirmGaps({ gaps, error }: { gaps: string[]; error: string | undefined }) {
  if (gaps.length === 0) return null;
  return (
    <p className="field mb-4.5">
      <input type="hidden" name="confirmed" value="" />
      <CheckLabel>
        <input type="checkbox" id="confirmed" name="confirmed" value="yes" /> Publish without a {gaps.join(" and a ")}
      </CheckLabel>
      {error && <span className="text-sm text-danger">{error}</span>}
    </p>
  );
}

/** Offers the most frequent reasons for a rejection, alone or before one's own words. */
export function RejectionReason({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <PlainField>
      <RejectWithoutReason answer={answer} />
      <label htmlFor="reason">Reason for rejecting</label>
      <select id="reason" name="reason" defaultValue={String(answer?.values.reason ?? "")} className="max-w-measure">
        <option value="">None of these</option>
        {Object.entries(REASON_LABELS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </PlainField>
  );
}

/** Tells the server that the reviewer was asked for a reason once, so that a second press rejects without one. */
export function RejectWithoutReason({ answer }: { answer: FormAnswer | undefined }) {
  if (answer?.fieldErrors?.reviewNotes !== ASK_FOR_REASON) return null;
  return <input type="hidden" name="withoutReason" value="yes" />;
}

/** Shows notes that could not be saved, because somebody else had already decided. */
export function UnsavedNotes({ notes }: { notes: string }) {
  const hint = "These were not saved because the submission was decided in the meantime. You can still copy them.";
  return <TextArea label="Your review notes" name="reviewNotes" rows={3} hint={hint} defaultValue={notes} />;
}
