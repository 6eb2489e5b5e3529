import { Field } from "~/components/forms/field";
import { type FormAnswer, typedText } from "~/components/forms/form-answer";

interface Props {
  /** The server's answer to a refused form. */
  answer: FormAnswer | undefined;
  name?: string;
  description?: string;
}

export function ProjectFields({ answer, name = "", description = "" }: Props) {
  const errors = answer?.fieldErrors ?? {};
  return (
    <>
      <Field
        label="Name"
        name="name"
        required
        autoComplete="off"
        defaultValue={answer ? typedText(answer, "name") : name}
        error={errors.name}
      />
      <Field
        label="Purpose"
        name="description"
        autoComplete="off"
        defaultValue={answer ? typedText(answer, "description") : description}
        error={errors.description}
      />
    </>
  );
}
