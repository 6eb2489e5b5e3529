import { Form } from "@remix-run/react";
import { AccountSection } from "~/components/forms/account-section";
import { ConfirmLink } from "~/components/forms/confirm-first";
import { Field } from "~/components/forms/field";
import { type FormAnswer, labelledFields, refusalIn, typedText } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { NewPasswordFields } from "~/components/forms/person-fields";
import { SubmitButton } from "~/components/forms/submit-button";
import { useEmptiedForm } from "~/components/forms/use-emptied-form";

const LABELS = {
  currentPassword: "Current password",
  password: "New password",
  confirmPassword: "Confirm new password",
};

interface Props {
  hasPassword: boolean;
  hasGoogle: boolean;
  /** True if the sign-in is too old to change the password. */
  mustConfirm: boolean;
  /** The number of valid API keys of the account. */
  keyCount: number;
  answer?: FormAnswer;
}

export function PasswordForm({ hasPassword, hasGoogle, mustConfirm, keyCount, answer }: Props) {
  const form = useEmptiedForm((data) => data.get("intent") === "password", answer);
  const currentPassword = labelledFields(LABELS, answer)("currentPassword");
  return (
    <AccountSection title="Password" id="password-section">
      <p className="mb-4 text-sm text-muted">
        {hasPassword
          ? "A new password signs you out on all your other devices."
          : hasGoogle
            ? "You sign in with Google. With a password you can also sign in without Google."
            : "You have no password. With one you can also sign in with your email address and that password."}
      </p>
      <FormErrors refusal={refusalIn(answer)} title="Your password was not saved" labels={LABELS} />
      {mustConfirm && !answer ? (
        <>
          <p className="mb-4">You signed in more than ten minutes ago. Please confirm first that it is you.</p>
          <ConfirmLink quiet returnTo="/account" />
        </>
      ) : (
        <Form ref={form} method="post" noValidate>
          <input type="hidden" name="intent" value="password" />
          {hasPassword && <Field type="password" autoComplete="current-password" {...currentPassword} />}
          <NewPasswordFields answer={answer} labels={LABELS} hint="At least 8 characters." />
          {keyCount > 0 && (
            <p className="mb-4">
              <label className="flex items-center gap-2">
                <input type="checkbox" name="endKeys" defaultChecked={typedText(answer, "endKeys") === "on"} />
                {keyCount === 1 ? "Also revoke my API key" : `Also revoke my ${keyCount} API keys`}
              </label>
            </p>
          )}
          <SubmitButton quiet pending="Saving…">
            {hasPassword ? "Change password" : "Set password"}
          </SubmitButton>
        </Form>
      )}
    </AccountSection>
  );
}
