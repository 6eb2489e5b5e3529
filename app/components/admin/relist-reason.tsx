import { TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps } from "~/components/forms/form-answer";

/** Asks why a person who asked not to be listed is listed; hidden until the server requires it. */
export function RelistReason({ answer }: { answer: Partial<FormAnswer> | undefined }) {
  const props = fieldProps(answer && { values: {}, ...answer }, "relistReason");
  if (!props.error && !props.defaultValue) return null;
  return (
    <TextArea
      label="Why they are listed anyway"
      rows={3}
      required
      hint="For example: it is another person of the same name, or they asked to come back."
      {...props}
      name="relistReason"
    />
  );
}
