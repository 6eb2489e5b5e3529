import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { requireUser } from "~/auth/session.server";
import { AfterForm, EntryForm, EntryHeading } from "~/components/forms/entry-form";
import type { FormAnswer } from "~/components/forms/form-answer";
import { useMailState } from "~/components/layout/use-site";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { form } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { verifyEmail } from "~/models/base/accounts/verify-email.server";
import { MAIL_WORDS } from "~/models/base/text/mail-words";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the page of the confirmation mail. It asks for a click on a button, because mail scanners follow links. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireReader(request);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return { token, email: user.email, isConfirmed: user.emailVerifiedAt !== null };
}

export async function action({ request }: ActionFunctionArgs) {
  return form(request, async (fields): Promise<Response> => {
    await verifyEmail(await requireUser(request), fields);
    return redirect("/account?saved=email", 303);
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Confirm Your Email", matches);

export default function VerifyEmail() {
  const mail = useMailState();
  const { token, email, isConfirmed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (isConfirmed) {
    return (
      <NoticePage narrow title="Your email is confirmed">
        <p>You confirmed that {email} is yours.</p>
        <ButtonLink to="/account">Your Account</ButtonLink>
      </NoticePage>
    );
  }
  if (!token) {
    return (
      <NoticePage narrow title="Confirm your email">
        <p>{MAIL_WORDS.unconfirmed(mail)}</p>
        {mail.isMailed && <p>You can request a new mail on your account page.</p>}
        <ButtonLink to="/account">Your Account</ButtonLink>
      </NoticePage>
    );
  }
  return (
    <>
      <EntryHeading title="Confirm your email" lead={`Is ${email} your address, and is this your account?`} />
      <EntryForm
        answer={answer}
        failure="Confirmation Failed"
        token={token}
        button="Confirm This Address"
        pending="Confirming…"
      />
      <AfterForm>
        <Link to="/account">Your account</Link>
      </AfterForm>
    </>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
