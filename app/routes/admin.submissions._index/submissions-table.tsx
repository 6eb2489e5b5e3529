import { Form } from "@remix-run/react";
import { DataTable } from "~/components/admin/data-table";
import { Actions, RowActions } from "~/components/admin/page-parts";
import { SELECTABLE, SelectAll, SelectedCount, SelectionBar } from "~/components/admin/selection";
import { Badge, ErrorText } from "~/components/admin/text";
import { onIntent } from "~/components/layout/start-script";
import { Button, ButtonLink } from "~/components/ui/button";
import { Age } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { REASON_LABELS } from "~/models/submissions/reasons";
import type { Listed } from "~/models/submissions/review.server";

interface Props {
  submissions: Listed[];
  isPending: boolean;
  isLoading: boolean;
  /** What was wrong with the last bulk decision, by submission. */
  refused: { id: string; message: string }[];
  reason: { error?: string; defaultValue: string };
  /** Ids that were selected for a decision that was refused. */
  selected: string[];
  address: string;
}

/** The list; while it waits, submissions can be selected and decided together. */
export function SubmissionsTable({ submissions, isPending, isLoading, refused, reason, selected, address }: Props) {
  const errorOf = (id: string) => refused.find((one) => one.id === id)?.message;
  const table = (
    <DataTable
      aria-busy={isLoading}
      className="[&_:is(td,th)]:py-1! [&_td]:align-middle!"
      head={[
        isPending && <SelectAll key="select" form={SELECTED} label="Select all on this page" />,
        "Name",
        "Submitted by",
        isPending ? "Submitted" : "Decided",
        "Actions",
      ]}
    >
      {submissions.map((one) => (
        <Row key={one.id} of={one} error={errorOf(one.id)} isSelected={selected.includes(one.id)} />
      ))}
    </DataTable>
  );
  if (!isPending) return table;
  return (
    <Form id={SELECTED} method="post" action={address} className={SELECTABLE}>
      {table}
      <SelectionBar>
        <fieldset data-all-optional="" className="m-0 border-0 p-0">
          <legend className="sr-only">Selected submissions</legend>
          <Actions className="gap-y-1.5">
            <SelectedCount form={SELECTED} marked={{ one: "possible duplicate", many: "possible duplicates" }} />
            <Button type="submit" small name="intent" value="approve">
              Approve
            </Button>
            <select name="reason" aria-label="Reason for rejecting" defaultValue="">
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

const SELECTED = "selected";

function Row({ of, error, isSelected }: { of: Listed; error: string | undefined; isSelected: boolean }) {
  const { id, name, title, status, submitterName, submitterEmail, submittedAt, reviewedAt, changes, duplicates } = of;
  const to = `/admin/submissions/${id}`;
  const isPending = status === "pending";
  return (
    <tr className="has-[[data-row]:focus]:bg-wash has-[input:checked]:bg-wash">
      {isPending && (
        <td>
          <input
            type="checkbox"
            name="ids[]"
            value={id}
            defaultChecked={isSelected}
            data-mark={duplicates > 0 ? "" : undefined}
            aria-label={`Select ${name}`}
            className="size-5 min-h-5"
          />
          <input type="hidden" name={`updatedAt-${id}`} value={of.updatedAt} />
        </td>
      )}
      <td>
        <Link to={to} data-row="" prefetch={onIntent()} dir="auto">
          {name}
        </Link>{" "}
        {changes !== null && <Badge tone="gold">Change</Badge>}{" "}
        {of.isFromPerson && <Badge tone="gold">From the person</Badge>}{" "}
        {of.reviewer && <Badge>{of.reviewer} is looking at it</Badge>}{" "}
        {of.isHeldBack && <Badge tone="bad">Asked not to be listed</Badge>}{" "}
        {duplicates > 0 && (
          <Badge tone="bad">
            {duplicates} possible {duplicates === 1 ? "duplicate" : "duplicates"}
          </Badge>
        )}
        <small className="md:inline!" dir="auto">
          {title}
        </small>
        {error && <ErrorText role="alert">{error}</ErrorText>}
      </td>
      <td data-label="Submitted by">
        <span title={submitterEmail} dir="auto">
          {submitterName || "Account deleted"}
        </span>
        {submitterEmail && <small className="wrap-anywhere md:hidden!">{submitterEmail}</small>}
      </td>
      <td data-label={isPending ? "Submitted" : "Decided"}>
        <Age time={reviewedAt ?? submittedAt} />
      </td>
      <td>
        <RowActions className="md:flex-nowrap [&>a]:whitespace-nowrap">
          <ButtonLink quiet small to={to} aria-label={`Review ${name}`}>
            Review
          </ButtonLink>
          {isPending && (
            <ButtonLink quiet small to={`${to}/edit`} aria-label={`Edit & Enhance ${name}`}>
              Edit & Enhance
            </ButtonLink>
          )}
        </RowActions>
      </td>
    </tr>
  );
}
