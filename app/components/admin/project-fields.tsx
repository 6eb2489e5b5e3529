import { Field } from "~/components/forms/field";
import { type FormAnswer, typedText } from "~/components/forms/form-answer";
import { ShownVersions } from "~/components/forms/shown-versions";
import { PROJECT_LABELS } from "~/models/editing/library/labels";

interface Props {
  /** The server's answer to a refused form. */
  answer: FormAnswer | undefined;
  name?: string;
  description?: string;
  /** The versions of these values; left out for a new project. */
  versions?: Record<string, string>;
}

export function ProjectFields({ answer, name = "", description = "", versions = {} }: Props) {
  const errors = answer?.fieldErrors ?? {};
  return (
    <>
      <ShownVersions versions={versions} answer={answer} />
      <Field
        label={PROJECT_LABELS.name}
        name="name"
        required
        autoComplete="off"
        defaultValue={answer ? typedText(answer, "name") : name}
        error={errors.name}
      />
      <Field
        label={PROJECT_LABELS.description}
        name="description"
        autoComplete="off"
        defaultValue={answer ? typedText(answer, "description") : description}
        error={errors.description}
      />
    </>
  );
}
