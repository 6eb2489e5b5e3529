import { Form } from "@remix-run/react";
import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { RowActions } from "~/components/admin/page-parts";
import { Badge, ErrorText } from "~/components/admin/text";
import { TextArea } from "~/components/forms/field";
import { onIntent } from "~/components/layout/start-script";
import { Button, ButtonLink } from "~/components/ui/button";
import { Age, ShortTime } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
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
      head={[
        isPending && hiddenTitle("Select"),
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
    <Form method="post" action={address}>
      {table}
      <fieldset className="mt-5 max-w-measure" data-all-optional="">
        <legend className="font-semibold">Selected submissions</legend>
        <TextArea
          label="Reason for rejecting"
          name="reviewNotes"
          rows={2}
          hint="Required to reject. The submitters read it."
          {...reason}
        />
        <RowActions>
          <Button type="submit" name="intent" value="approve">
            Approve selected
          </Button>
          <Button type="submit" quiet danger name="intent" value="reject">
            Reject selected
          </Button>
        </RowActions>
      </fieldset>
    </Form>
  );
}

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
            aria-label={`Select ${name}`}
            className="size-5"
          />
          <input type="hidden" name={`updatedAt-${id}`} value={of.updatedAt} />
        </td>
      )}
      <td>
        <Link to={to} data-row="" prefetch={onIntent()}>
          {name}
        </Link>{" "}
        {changes !== null && <Badge tone="gold">Change</Badge>}{" "}
        {of.isFromPerson && <Badge tone="gold">From the person</Badge>}{" "}
        {of.isHeldBack && <Badge tone="bad">Asked not to be listed</Badge>}{" "}
        {duplicates > 0 && (
          <Badge tone="bad">
            {duplicates} possible {duplicates === 1 ? "duplicate" : "duplicates"}
          </Badge>
        )}
        <small>{title}</small>
        {error && <ErrorText role="alert">{error}</ErrorText>}
      </td>
      <td data-label="Submitted by">
        {submitterName || "Account deleted"}
        {submitterEmail && <small className="wrap-anywhere">{submitterEmail}</small>}
      </td>
      <td data-label={isPending ? "Submitted" : "Decided"}>
        <Age time={reviewedAt ?? submittedAt} />
        <small>
          <ShortTime time={reviewedAt ?? submittedAt} />
        </small>
      </td>
      <td>
        <RowActions>
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
