import { CheckLabel } from "~/components/admin/field-group";
import { ErrorText } from "~/components/admin/text";
import { type FormAnswer, fieldProps } from "~/components/forms/form-answer";

/** Asks whether the person behind a new identifier was compared; hidden until the server requires it. */
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
