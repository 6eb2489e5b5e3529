import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { RecentSignInButton } from "./confirm-first";
import { type FormAnswer, refusalIn } from "./form-answer";
import { FormErrors } from "./form-errors";
import { SubmitButton } from "./submit-button";

interface Props {
  title: ReactNode;
  /** Explains what will be deleted. */
  children: ReactNode;
  /** The address of the page after Cancel. */
  cancelTo: string;
  button: string;
  pending: string;
  /** The title above a refusal. */
  failureTitle: string;
  answer?: FormAnswer;
  /** The action of the form, if it is another page. */
  action?: string;
  /** The hidden fields of the form. */
  fields?: Record<string, string>;
  /** The address to return to after a new sign-in, if the current sign-in is too old. */
  confirmReturnTo?: string;
}

/** Renders a page that asks before something is deleted. */
export function ConfirmPage({
  title,
  children,
  cancelTo,
  button,
  pending,
  failureTitle,
  answer,
  action,
  ...rest
}: Props) {
  const { fields = {}, confirmReturnTo } = rest;
  return (
    <NoticePage title={title}>
      <FormErrors refusal={refusalIn(answer)} title={failureTitle} />
      {children}
      {confirmReturnTo && (
        <p>You signed in more than ten minutes ago, so you will be asked to confirm that it is you.</p>
      )}
      <Form method="post" action={action} className="flex flex-wrap items-center justify-center gap-2.5">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ButtonLink quiet to={cancelTo}>
          Cancel
        </ButtonLink>
        <RecentSignInButton hasRecentSignIn={!confirmReturnTo} returnTo={confirmReturnTo ?? ""}>
          <SubmitButton danger pending={pending}>
            {button}
          </SubmitButton>
        </RecentSignInButton>
      </Form>
    </NoticePage>
  );
}
