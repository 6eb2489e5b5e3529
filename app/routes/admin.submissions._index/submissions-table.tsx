import { Form } from "@remix-run/react";
import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { Actions, ROW_DETAILS_CLASS, RowMenu, TWO_LINE_ROW_CLASS } from "~/components/admin/page-parts";
import { RejectWithoutReason } from "~/components/admin/review-decision";
import { RowCheckbox } from "~/components/admin/row-checkbox";
import { SELECTABLE, SelectAll, SelectedCount, SelectionBar } from "~/components/admin/selection";
import { Badge, ErrorText } from "~/components/admin/text";
import type { FormAnswer } from "~/components/forms/form-answer";
import { useEmptiedForm } from "~/components/forms/use-emptied-form";
import { prefetchMode } from "~/components/layout/start-script";
import { Button } from "~/components/ui/button";
import { Age } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { REASON_LABELS } from "~/models/editing/submissions/reasons";
import type { ListedSubmission } from "~/models/editing/submissions/review.server";

interface Props {
  submissions: ListedSubmission[];
  isPending: boolean;
  isLoading: boolean;
  /** The refused submissions of the last bulk decision, with the reasons. */
  refusedSubmissions: { id: string; message: string }[];
  reason: { error?: string; defaultValue: string };
  answer: FormAnswer | undefined;
  /** The selected ids of a refused decision. */
  selectedIds: string[];
  address: string;
}

/** Lists submissions. Waiting ones can be selected and decided together. */
export function SubmissionsTable({
  submissions,
  isPending,
  isLoading,
  refusedSubmissions,
  reason,
  answer,
  selectedIds,
  address,
}: Props) {
  // The notes of one decision must not stand in the form of the next.
  const form = useEmptiedForm((data) => data.get("intent") === "approve" || data.get("intent") === "reject", answer);
  const errorOf = (id: string) => refusedSubmissions.find((problem) => problem.id === id)?.message;
  const table = (
    <DataTable
      aria-busy={isLoading}
      className="[&_:is(td,th)]:py-1! [&_:is(td,th)]:align-middle!"
      head={[
        isPending && <SelectAll key="select" formId={SELECTION_FORM_ID} label="Select all on this page" />,
        "Name",
        "Title",
        "Submitter",
        isPending ? "Submitted" : "Decided",
        hiddenTitle("Actions"),
      ]}
    >
      {submissions.map((submission) => (
        <Row
          key={submission.id}
          submission={submission}
          error={errorOf(submission.id)}
          isSelected={selectedIds.includes(submission.id)}
        />
      ))}
    </DataTable>
  );
  if (!isPending) return table;
  return (
    <Form ref={form} id={SELECTION_FORM_ID} method="post" action={address} className={SELECTABLE}>
      {table}
      <SelectionBar>
        <fieldset data-all-optional="" className="m-0 border-0 p-0">
          <legend className="sr-only">Selected submissions</legend>
          <RejectWithoutReason answer={answer} />
          <Actions className="gap-y-1.5">
            <SelectedCount
              formId={SELECTION_FORM_ID}
              markedNoun={{ singular: "possible duplicate", plural: "possible duplicates" }}
            />
            <Button type="submit" small name="intent" value="approve">
              Approve
            </Button>
            <select name="reason" aria-label="Reason for rejecting" defaultValue={String(answer?.values.reason ?? "")}>
              <option value="">Reason, if you reject</option>
              {Object.entries(REASON_LABELS).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
            <input
              name="reviewNotes"
              aria-label="Notes for the submitters"
              placeholder="Notes for the submitters"
              defaultValue={reason.defaultValue}
              aria-invalid={reason.error ? true : undefined}
              aria-describedby={reason.error ? "reviewNotes-error" : undefined}
              className="min-w-40 flex-1"
            />
            <Button type="submit" quiet danger small name="intent" value="reject">
              Reject
            </Button>
          </Actions>
          {reason.error && <ErrorText id="reviewNotes-error">{reason.error}</ErrorText>}
        </fieldset>
      </SelectionBar>
    </Form>
  );
}

const SELECTION_FORM_ID = "selected";
const ROW_CLASS =
  "has-[[data-row]:focus]:bg-wash has-[input:checked]:bg-wash max-md:grid! max-md:items-center max-md:px-1 max-md:py-0.5!";
const WIDE_SCREEN_ONLY_CLASS = "max-md:hidden!";
const ACTION_CLASS = "inline-flex min-h-7 items-center underline";

/** Renders a row of one line, or two on a phone. */
function Row({
  submission,
  error,
  isSelected,
}: {
  submission: ListedSubmission;
  error: string | undefined;
  isSelected: boolean;
}) {
  const { id, name, title, status, submitterEmail, submittedAt, reviewedAt, duplicates } = submission;
  const submitter = submission.submitterName || "Account deleted";
  const to = `/admin/submissions/${id}`;
  const isPending = status === "pending";
  const columns = isPending
    ? "max-md:grid-cols-[2.5rem_minmax(0,1fr)_2.75rem]"
    : "max-md:grid-cols-[minmax(0,1fr)_2.75rem]";
  return (
    <tr className={`${ROW_CLASS} ${columns}`}>
      {isPending && (
        <RowCheckbox
          name="ids[]"
          value={id}
          defaultChecked={isSelected}
          data-mark={duplicates > 0 ? "" : undefined}
          aria-label={`Select ${name}`}
        >
          <input type="hidden" name={`updatedAt-${id}`} value={submission.updatedAt} />
        </RowCheckbox>
      )}
      <td className="md:w-1/2 md:max-w-0">
        <div className={`${TWO_LINE_ROW_CLASS} md:flex md:items-center md:gap-x-2`}>
          <Link
            to={to}
            data-row=""
            prefetch={prefetchMode()}
            dir="auto"
            className="min-w-0 font-semibold md:truncate md:py-1"
            title={name}
          >
            {name}
          </Link>{" "}
          <SubmissionBadges submission={submission} />
          <br className="md:hidden" />
          <span className={ROW_DETAILS_CLASS}>
            <bdi>{title}</bdi> · <bdi>{submitter}</bdi>, <Age time={reviewedAt ?? submittedAt} />
          </span>
        </div>
        {error && <ErrorText role="alert">{error}</ErrorText>}
      </td>
      <td className={`truncate text-sm ${WIDE_SCREEN_ONLY_CLASS} md:w-1/3 md:max-w-0`} title={title} dir="auto">
        {title}
      </td>
      <td
        className={`max-w-32 truncate text-sm ${WIDE_SCREEN_ONLY_CLASS}`}
        title={submitterEmail || undefined}
        dir="auto"
      >
        {submitter}
      </td>
      <td className={`text-sm whitespace-nowrap ${WIDE_SCREEN_ONLY_CLASS}`}>
        <Age time={reviewedAt ?? submittedAt} />
      </td>
      <td className={`text-sm whitespace-nowrap ${WIDE_SCREEN_ONLY_CLASS}`}>
        <Link to={to} className={ACTION_CLASS} aria-label={`Review ${name}`}>
          Review
        </Link>
        {isPending && (
          <Link to={`${to}/edit`} className={`${ACTION_CLASS} ml-4`} aria-label={`Edit & Enhance ${name}`}>
            Edit & Enhance
          </Link>
        )}
      </td>
      <td className="md:hidden! [&>details]:flex">
        <RowMenu isShort label={`Actions for ${name}`}>
          <Link to={to} aria-label={`Review ${name}`}>
            Review
          </Link>
          {isPending && (
            <Link to={`${to}/edit`} aria-label={`Edit & Enhance ${name}`}>
              Edit & Enhance
            </Link>
          )}
        </RowMenu>
      </td>
    </tr>
  );
}

/** Shows the badges of a submission, such as possible duplicates. */
function SubmissionBadges({
  submission: { changes, isFromPerson, reviewer, isHeldBack, duplicates },
}: {
  submission: ListedSubmission;
}) {
  const noun = duplicates === 1 ? "duplicate" : "duplicates";
  return (
    <span className="md:flex md:shrink-0 md:gap-x-1">
      {changes !== null && <Badge tone="gold">Change</Badge>}{" "}
      {isFromPerson && <Badge tone="gold">From the person</Badge>}{" "}
      {reviewer && <Badge>{reviewer} is reviewing it</Badge>}{" "}
      {isHeldBack && <Badge tone="bad">Asked not to be listed</Badge>}{" "}
      {duplicates > 0 && (
        <Badge tone="bad">
          {duplicates} <span className="max-md:sr-only">possible</span> {noun}
        </Badge>
      )}
    </span>
  );
}
