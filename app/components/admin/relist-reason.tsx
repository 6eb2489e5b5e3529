import { TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps } from "~/components/forms/form-answer";

/** Asks for the reason to list a person who asked not to be listed. Hidden until the server requires it. */
export function RelistReason({ answer }: { answer: Partial<FormAnswer> | undefined }) {
  const props = fieldProps(answer && { values: {}, ...answer }, "relistReason");
  if (!props.error && !props.defaultValue) return null;
  return (
    <TextArea
      label="Reason for listing them anyway"
      rows={3}
      required
      hint="For example: it is another person of the same name, or they asked to come back."
      {...props}
      name="relistReason"
    />
  );
}
