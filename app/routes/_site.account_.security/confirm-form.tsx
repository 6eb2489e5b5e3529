import { Form } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { type FormAnswer, labelledFields } from "~/components/forms/form-answer";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import { noticeClass } from "~/components/ui/notice";
import type { Factors } from "~/models/base/accounts/factors.server";

export const CONFIRM_LABELS = { password: "Present password", code: "Code from your authenticator app" };

interface Props {
  hasPassword: boolean;
  factors: Pick<Factors, "totp" | "passkeys">;
  answer?: FormAnswer;
}

/** Before anything is changed in a session that began more than ten minutes ago. */
export function ConfirmForm({ hasPassword, factors: { totp, passkeys }, answer }: Props) {
  if (!hasPassword || (passkeys.length > 0 && !totp)) return <SignInAnew />;
  const field = labelledFields(CONFIRM_LABELS, answer);
  return (
    <Form method="post" noValidate className={noticeClass("caution")}>
      <p className="mb-4">You signed in more than ten minutes ago. Before you go on, confirm that it is you.</p>
      <input type="hidden" name="intent" value="confirm" />
      <Field type="password" autoComplete="current-password" {...field("password")} />
      {totp && (
        <Field
          {...field("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Or one of your recovery codes."
        />
      )}
      <SubmitButton pending="Confirming…">Confirm</SubmitButton>
    </Form>
  );
}

/** Accounts that sign in with Google or a passkey. */
function SignInAnew() {
  return (
    <form method="post" action="/logout" className={noticeClass("caution")}>
      <p className="mb-4">
        You signed in more than ten minutes ago. Before you go on, sign out and in again, then come back.
      </p>
      <Button type="submit" quiet>
        Sign Out
      </Button>
    </form>
  );
}
