import { Form } from "@remix-run/react";
import { AccountSection } from "~/components/forms/account-section";
import { Field } from "~/components/forms/field";
import { type FormAnswer, labelledFields, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { NewPasswordFields } from "~/components/forms/person-fields";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";

const LABELS = {
  currentPassword: "Current password",
  password: "New password",
  confirmPassword: "Confirm new password",
};

interface Props {
  hasPassword: boolean;
  /** The sign-in is too old to change it. */
  mustConfirm: boolean;
  answer?: FormAnswer;
}

export function PasswordForm({ hasPassword, mustConfirm, answer }: Props) {
  const current = labelledFields(LABELS, answer)("currentPassword");
  return (
    <AccountSection title="Password">
      <p className="mb-4 text-sm text-muted">
        {hasPassword
          ? "A new password signs you out on all your other devices."
          : "You sign in with Google. With a password, you can also sign in without it."}
      </p>
      <FormErrors refusal={refusalIn(answer)} title="Your password was not saved" labels={LABELS} />
      {mustConfirm ? (
        <>
          <p className="mb-4">You signed in more than ten minutes ago: please confirm first that it is you.</p>
          <ButtonLink quiet to="/account/security?returnTo=%2Faccount">
            Confirm that it is you
          </ButtonLink>
        </>
      ) : (
        <Form method="post" noValidate>
          <input type="hidden" name="intent" value="password" />
          {hasPassword && <Field type="password" autoComplete="current-password" {...current} />}
          <NewPasswordFields answer={answer} labels={LABELS} hint="At least 8 characters." />
          <SubmitButton quiet pending="Saving…">
            {hasPassword ? "Change password" : "Set password"}
          </SubmitButton>
        </Form>
      )}
    </AccountSection>
  );
}
