import { Field } from "~/components/forms/field";
import { type FormAnswer, typed } from "~/components/forms/form-answer";

interface Props {
  /** The refusal of this form. */
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
        defaultValue={answer ? typed(answer, "name") : name}
        error={errors.name}
      />
      <Field
        label="What it is for"
        name="description"
        autoComplete="off"
        defaultValue={answer ? typed(answer, "description") : description}
        error={errors.description}
      />
    </>
  );
}
