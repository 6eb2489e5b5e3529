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
  const renderNote = (field: ReviewedField["field"]) => {
    const provenance = written.find((entry) => entry.field === field);
    return provenance && <ProvenanceNote note={provenance} />;
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
        {fields.map((reviewedField) =>
          isChange && reviewedField.isChange ? (
            <ChangeRow
              key={reviewedField.field}
              reviewedField={reviewedField}
              isTicked={startsTicked(reviewedField, answer)}
            >
              {renderNote(reviewedField.field)}
            </ChangeRow>
          ) : (
            <tr key={reviewedField.field}>
              <th scope="row">
                {reviewedField.label} <EditedBadge reviewedField={reviewedField} />
                {renderNote(reviewedField.field)}
              </th>
              <td data-label={submission.status === "pending" ? "Will be published" : "As reviewed"}>
                {reviewedField.isChange ? (
                  <FieldValue field={reviewedField.field} value={reviewedField.published} html={biographyHtml} />
                ) : (
                  <Hint>The profile keeps its value.</Hint>
                )}
                <SubmittedValue reviewedField={reviewedField} />
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
function startsTicked({ field, loss }: ReviewedField, answer: FormAnswer | undefined): boolean {
  const chosenFields = answer?.values.acceptedFields;
  return chosenFields === undefined ? loss === "" : [chosenFields].flat().includes(field);
}

function ChangeRow({
  reviewedField,
  isTicked,
  children,
}: {
  reviewedField: ReviewedField;
  isTicked: boolean;
  children: ReactNode;
}) {
  const { field, label, present, published, pieces, loss } = reviewedField;
  return (
    <tr>
      <th scope="row">
        <CheckLabel>
          <input
            type="checkbox"
            name="acceptedFields[]"
            value={field}
            defaultChecked={isTicked}
            aria-describedby={loss ? `${field}-loss` : undefined}
          />{" "}
          {label}
        </CheckLabel>{" "}
        <EditedBadge reviewedField={reviewedField} />
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
        <SubmittedValue reviewedField={reviewedField} />
      </td>
    </tr>
  );
}

/** Shows the submitted value if it differs from the one to publish. */
function SubmittedValue({ reviewedField: { field, sent, edited, isChange } }: { reviewedField: ReviewedField }) {
  if (!edited && isChange) return null;
  return (
    <details>
      <summary className="caret py-1.5">As submitted</summary>
      <FieldValue field={field} value={sent} />
    </details>
  );
}

function EditedBadge({ reviewedField: { edited } }: { reviewedField: ReviewedField }) {
  return edited ? <Badge>Edited</Badge> : null;
}
