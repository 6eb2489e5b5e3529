import type { Review, ReviewedField } from "~/models/review.server";
import { Difference } from "./difference";
import { FieldValue, RawValue } from "./field-value";
import type { FormAnswer } from "./refused";

interface Props {
  review: Review;
  /** After a refusal the same fields are accepted as before. */
  answer: FormAnswer | undefined;
}

/** Field by field: what was sent beside what will be published; of a change, the profile as it is beside as it would be. */
export function ReviewFields({ review, answer }: Props) {
  const { fields, target, submission, biographyHtml } = review;
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
              <Change key={one.field} of={one} accepted={isAccepted(one, answer)} />
            ) : (
              <tr key={one.field}>
                <th scope="row">
                  {one.label} <Edited of={one} />
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

function Change({ of, accepted }: { of: ReviewedField; accepted: boolean }) {
  const { field, label, present, published, sent, edited } = of;
  return (
    <tr>
      <th scope="row">
        <label className="check">
          <input type="checkbox" name="acceptedFields[]" value={field} defaultChecked={accepted} /> {label}
        </label>{" "}
        <Edited of={of} />
      </th>
      <td data-label="Profile now">
        <RawValue field={field} value={present} />
      </td>
      <td data-label="Will be published">
        <Difference before={present} after={published} />
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
