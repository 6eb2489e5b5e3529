import type { ReactNode } from "react";
import { DiffPieces, ListDiff } from "~/components/admin/diff";
import { FieldValue, RawValue } from "~/components/admin/field-value";
import { ProvenanceNote } from "~/components/experts/editor/suggestion-notes";
import type { FormAnswer } from "~/components/forms/form-answer";
import { categoryLabel } from "~/models/experts/categories";
import type { Review, ReviewedField } from "~/models/submissions/review.server";

interface Props {
  review: Review;
  /** After a refusal the same fields are accepted as before. */
  answer: FormAnswer | undefined;
}

/** Field by field: what was sent beside what will be published; of a change, the profile as it is beside as it would be. */
export function ReviewFields({ review, answer }: Props) {
  const { fields, written, target, submission, biographyHtml } = review;
  const note = (field: ReviewedField["field"]) => {
    const found = written.find((one) => one.field === field);
    return found && <ProvenanceNote note={found} />;
  };
  const isChange = target !== null && submission.status === "pending";
  if (fields.length === 0) return <p className="empty">The profile is as suggested already.</p>;
  const error = answer?.fieldErrors?.acceptedFields;
  return (
    <>
      {/* An empty entry: the list is there even when nothing in it is ticked. */}
      {isChange && <input type="hidden" name="acceptedFields[]" value="" />}
      <table className={isChange ? "rows beside changes" : "rows beside"}>
        <thead>
          <tr>
            <th scope="col">{isChange ? "Accept" : "Field"}</th>
            <th scope="col">{isChange ? "Profile now" : "Submitted"}</th>
            <th scope="col">{submission.status === "pending" ? "Will be published" : "As reviewed"}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((one) =>
            isChange ? (
              <Change key={one.field} of={one} accepted={isAccepted(one, answer)}>
                {note(one.field)}
              </Change>
            ) : (
              <tr key={one.field}>
                <th scope="row">
                  {one.label} <Edited of={one} />
                  {note(one.field)}
                </th>
                <td data-label="Submitted">
                  <RawValue field={one.field} value={one.sent} />
                </td>
                <td data-label={submission.status === "pending" ? "Will be published" : "As reviewed"}>
                  <FieldValue field={one.field} value={one.published} html={biographyHtml} />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {error && (
        <p className="error" id="acceptedFields-error">
          {error}
        </p>
      )}
    </>
  );
}

function isAccepted({ field }: ReviewedField, answer: FormAnswer | undefined): boolean {
  const chosen = answer?.values.acceptedFields;
  return chosen === undefined || [chosen].flat().includes(field);
}

function Change({ of, accepted, children }: { of: ReviewedField; accepted: boolean; children: ReactNode }) {
  const { field, label, present, published, pieces, sent, edited } = of;
  return (
    <tr>
      <th scope="row">
        <label className="check">
          <input type="checkbox" name="acceptedFields[]" value={field} defaultChecked={accepted} /> {label}
        </label>{" "}
        <Edited of={of} />
        {children}
      </th>
      <td data-label="Profile now">
        <RawValue field={field} value={present} />
      </td>
      <td data-label="Will be published">
        {pieces ? (
          <p>
            <DiffPieces pieces={pieces} />
          </p>
        ) : (
          <ListDiff
            before={[present].flat()}
            after={[published].flat()}
            label={field === "categories" ? categoryLabel : undefined}
          />
        )}
        {edited && (
          <details>
            <summary>As submitted</summary>
            <RawValue field={field} value={sent} />
          </details>
        )}
      </td>
    </tr>
  );
}

function Edited({ of: { edited } }: { of: ReviewedField }) {
  return edited ? <span className="badge">Edited</span> : null;
}
