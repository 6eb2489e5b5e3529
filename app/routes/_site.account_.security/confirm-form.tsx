import { Form } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { type FormAnswer, labelledFields } from "~/components/forms/form-answer";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import { noticeClass } from "~/components/ui/notice";
import type { Factors } from "~/models/base/accounts/factors.server";

export const CONFIRM_LABELS = { password: "Current password", code: "Code from your authenticator app" };

interface Props {
  hasPassword: boolean;
  factors: Pick<Factors, "totp" | "passkeys">;
  answer?: FormAnswer;
}

/** Asks for the password, because the sign-in is older than ten minutes and changes need a recent one. */
export function ConfirmForm({ hasPassword, factors: { totp, passkeys }, answer }: Props) {
  if (!hasPassword || (passkeys.length > 0 && !totp)) return <SignInAgain />;
  const field = labelledFields(CONFIRM_LABELS, answer);
  return (
    <Form method="post" noValidate className={noticeClass("caution")}>
      <p className="mb-4">
        You signed in more than ten minutes ago. Please confirm that it is you before you continue.
      </p>
      <input type="hidden" name="intent" value="confirm" />
      <Field type="password" autoComplete="current-password" {...field("password")} />
      {totp && (
        <Field
          {...field("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="You can also use one of your recovery codes."
        />
      )}
      <SubmitButton pending="Confirming…">Confirm</SubmitButton>
    </Form>
  );
}

/** Asks people who sign in with Google or a passkey to sign in again. */
function SignInAgain() {
  return (
    <form method="post" action="/logout" className={noticeClass("caution")}>
      <p className="mb-4">
        You signed in more than ten minutes ago. Before you continue, sign out, sign in again, and return to this page.
      </p>
      <Button type="submit" quiet>
        Sign Out
      </Button>
    </form>
  );
}
