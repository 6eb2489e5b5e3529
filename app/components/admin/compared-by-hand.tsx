import { CheckLabel } from "~/components/admin/field-group";
import { ErrorText } from "~/components/admin/text";
import { type FormAnswer, fieldProps } from "~/components/forms/form-answer";

/** Renders a checkbox that confirms that a person compared the new identifiers. It is hidden until the server requires it. */
export function ComparedByHand({ answer }: { answer: Partial<FormAnswer> | undefined }) {
  const { error, defaultValue } = fieldProps(answer && { values: {}, ...answer }, "compared");
  if (!error && !defaultValue) return null;
  return (
    <div className="field mb-4.5">
      <CheckLabel>
        <input
          type="checkbox"
          id="compared"
          name="compared"
          defaultChecked={defaultValue !== ""}
          aria-describedby={error && "compared-error"}
        />{" "}
        I compared the new identifiers by hand
      </CheckLabel>
      {error && <ErrorText id="compared-error">{error}</ErrorText>}
    </div>
  );
}
