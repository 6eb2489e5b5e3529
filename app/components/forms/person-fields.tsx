import { Field, FieldPair } from "./field";
import { type FormAnswer, labelledFields } from "./form-answer";

interface Props {
  answer: FormAnswer | undefined;
}

export const NAME_LABELS = { firstName: "First name", lastName: "Last name" };

/** Renders the fields for first and last name. */
export function NameFields({ answer }: Props) {
  const field = labelledFields(NAME_LABELS, answer);
  return (
    <FieldPair>
      <Field type="text" autoComplete="given-name" {...field("firstName")} />
      <Field type="text" autoComplete="family-name" {...field("lastName")} />
    </FieldPair>
  );
}

interface NewPasswordProps extends Props {
  labels?: typeof PASSWORD_LABELS;
  hint?: string;
}

export const PASSWORD_LABELS = { password: "Password", confirmPassword: "Confirm password" };

/** Renders the fields for a new password and its confirmation. */
export function NewPasswordFields({
  answer,
  labels = PASSWORD_LABELS,
  hint = "At least 8 characters. Several words are best.",
}: NewPasswordProps) {
  const field = labelledFields(labels, answer);
  return (
    <>
      <Field type="password" autoComplete="new-password" hint={hint} {...field("password")} />
      <Field type="password" autoComplete="new-password" {...field("confirmPassword")} />
    </>
  );
}
