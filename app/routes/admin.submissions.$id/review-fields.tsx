import type { ReactNode } from "react";
import { DataTable } from "~/components/admin/data-table";
import { DiffPieces, ListDiff } from "~/components/admin/diff";
import { CheckLabel } from "~/components/admin/field-group";
import { FieldValue, isAddress, StoredText } from "~/components/admin/field-value";
import { Empty } from "~/components/admin/page-parts";
import { Badge, ErrorText, Hint } from "~/components/admin/text";
import { ProvenanceNote } from "~/components/experts/editor/suggestion-notes";
import type { FormAnswer } from "~/components/forms/form-answer";
import type { Review, ReviewedField } from "~/models/editing/submissions/review.server";

interface Props {
  review: Review;
  answer: FormAnswer | undefined;
}

export function ReviewFields({ review, answer }: Props) {
  const { fields, written, target, submission, biographyHtml } = review;
  const note = (field: ReviewedField["field"]) => {
    const text = written.find((entry) => entry.field === field);
    return text && <ProvenanceNote note={text} />;
  };
  const isChange = target !== null && submission.status === "pending";
  if (fields.length === 0) return <Empty>The profile already has all of this.</Empty>;
  const error = answer?.fieldErrors?.acceptedFields;
  return (
    <>
      {/* The empty entry sends the list even if no field is ticked. */}
      {isChange && <input type="hidden" name="acceptedFields[]" value="" />}
      <DataTable
        className="changes mb-4 table-fixed [&_th:first-child]:w-40 [&_td]:wrap-anywhere"
        head={[isChange ? "Accept" : "Field", submission.status === "pending" ? "Will be published" : "As reviewed"]}
      >
        {fields.map((reviewed) =>
          isChange && reviewed.isChange ? (
            <ChangeRow key={reviewed.field} of={reviewed} accepted={isAccepted(reviewed, answer)}>
              {note(reviewed.field)}
            </ChangeRow>
          ) : (
            <tr key={reviewed.field}>
              <th scope="row">
                {reviewed.label} <EditedBadge of={reviewed} />
                {note(reviewed.field)}
              </th>
              <td data-label={submission.status === "pending" ? "Will be published" : "As reviewed"}>
                {reviewed.isChange ? (
                  <FieldValue field={reviewed.field} value={reviewed.published} html={biographyHtml} />
                ) : (
                  <Hint>The profile keeps its value.</Hint>
                )}
                <SubmittedValue of={reviewed} />
              </td>
            </tr>
          ),
        )}
      </DataTable>
      {error && (
        <ErrorText id="acceptedFields-error" role="alert">
          {error}
        </ErrorText>
      )}
    </>
  );
}

/** Returns whether a field starts ticked. A change that removes something needs the editor's tick. */
function isAccepted({ field, loss }: ReviewedField, answer: FormAnswer | undefined): boolean {
  const chosen = answer?.values.acceptedFields;
  return chosen === undefined ? loss === "" : [chosen].flat().includes(field);
}

function ChangeRow({ of, accepted, children }: { of: ReviewedField; accepted: boolean; children: ReactNode }) {
  const { field, label, present, published, pieces, loss } = of;
  return (
    <tr>
      <th scope="row">
        <CheckLabel>
          <input
            type="checkbox"
            name="acceptedFields[]"
            value={field}
            defaultChecked={accepted}
            aria-describedby={loss ? `${field}-loss` : undefined}
          />{" "}
          {label}
        </CheckLabel>{" "}
        <EditedBadge of={of} />
        {children}
      </th>
      <td data-label="Will be published">
        {loss && (
          <p id={`${field}-loss`} className="mb-1.5 text-sm font-semibold text-danger">
            {loss} Tick it only if you want that.
          </p>
        )}
        {pieces && !isAddress(field) ? (
          <p>
            <DiffPieces pieces={pieces} />
          </p>
        ) : (
          <ListDiff
            before={[present].flat()}
            after={[published].flat()}
            label={(entry) => <StoredText text={entry} />}
          />
        )}
        <SubmittedValue of={of} />
      </td>
    </tr>
  );
}

/** Shows the submitted value if it differs from the one to publish. */
function SubmittedValue({ of: { field, sent, edited, isChange } }: { of: ReviewedField }) {
  if (!edited && isChange) return null;
  return (
    <details>
      <summary className="caret py-1.5">As submitted</summary>
      <FieldValue field={field} value={sent} />
    </details>
  );
}

function EditedBadge({ of: { edited } }: { of: ReviewedField }) {
  return edited ? <Badge>Edited</Badge> : null;
}
