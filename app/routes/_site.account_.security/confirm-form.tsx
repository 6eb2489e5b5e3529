import { Form } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { type FormAnswer, labelledFields } from "~/components/forms/form-answer";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import { noticeClass } from "~/components/ui/notice";

interface Props {
  hasPassword: boolean;
  answer?: FormAnswer;
}

/** Before anything is changed in a session that began more than ten minutes ago. */
export function ConfirmForm({ hasPassword, answer }: Props) {
  if (!hasPassword) return <SignInAnew />;
  const field = labelledFields({ password: "Present password" }, answer)("password");
  return (
    <Form method="post" noValidate className={noticeClass("caution")}>
      <p className="mb-4">
        You signed in more than ten minutes ago. To change how you sign in, confirm that it is you.
      </p>
      <input type="hidden" name="intent" value="confirm" />
      <Field type="password" autoComplete="current-password" {...field} />
      <SubmitButton pending="Confirming…">Confirm</SubmitButton>
    </Form>
  );
}

/** Accounts that have Google only. */
function SignInAnew() {
  return (
    <form method="post" action="/logout" className={noticeClass("caution")}>
      <p className="mb-4">
        You signed in more than ten minutes ago. To change how you sign in, sign out and in again, then come back here.
      </p>
      <Button type="submit" quiet>
        Sign Out
      </Button>
    </form>
  );
}
