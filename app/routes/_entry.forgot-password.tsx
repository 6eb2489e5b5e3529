import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { questionForm } from "~/auth/question-form.server";
import { EntryHeading } from "~/components/forms/entry-form";
import type { FormAnswer } from "~/components/forms/form-answer";
import { LinkRequestConfirmation, LinkRequestForm } from "~/components/forms/link-request";
import { useMailState } from "~/components/layout/use-site";
import { unlistedMeta } from "~/http/page-meta";
import { RESET_REQUESTED, requestReset } from "~/models/base/accounts/password.server";
import { newQuestion } from "~/models/base/accounts/security-question.server";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { mailIsConfigured } from "~/services/mailer.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the form to request a link for a new password, or with `?sent` the confirmation. */
export async function loader({ request }: LoaderFunctionArgs) {
  const isSent = new URL(request.url).searchParams.has("sent");
  return { sent: isSent ? RESET_REQUESTED : null, isMailed: mailIsConfigured, question: newQuestion() };
}

export { unlessUnanswered as shouldRevalidate } from "~/http/revalidation";

export async function action(args: ActionFunctionArgs) {
  return questionForm(args, async (fields, caller) => {
    await requestReset(fields, caller);
    return "/forgot-password?sent";
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(data?.sent ? (data.isMailed ? "Check Your Email" : "Request Received") : "Forgot Password", matches);

export default function ForgotPassword() {
  const { sent, isMailed, question } = useLoaderData<typeof loader>();
  const mail = useMailState();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (sent) return <LinkRequestConfirmation text={sent} isMailed={isMailed} />;
  return (
    <>
      <EntryHeading title="Forgot your password?" lead={MAIL_WORDS.resetLead(mail)} />
      <LinkRequestForm question={question} answer={answer} button="Send Reset Link" />
    </>
  );
}
