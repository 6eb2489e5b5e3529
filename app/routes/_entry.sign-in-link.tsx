import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { returnToOf } from "~/auth/guards.server";
import { questionForm } from "~/auth/question-form.server";
import { redirectAfterSignIn, signInWithLink } from "~/auth/sign-in.server";
import { AfterForm, EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { LinkRequestConfirmation, LinkRequestForm } from "~/components/forms/link-request";
import { useMailState } from "~/components/layout/use-site";
import { clientAddressOf } from "~/http/api.server";
import { unlistedMeta } from "~/http/page-meta";
import { withReturnTo } from "~/http/return-to";
import { newQuestion } from "~/models/base/accounts/security-question.server";
import { isSignInLink, linkRequestedMessage, requestSignInLink } from "~/models/base/accounts/sign-in-link.server";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { mailIsConfigured } from "~/services/mailer.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the form to request a sign-in link, with `?sent` the confirmation, or with `?token=` the page of the link. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  const isUsable = token !== "" && (await isSignInLink(token));
  const sentMessage = searchParams.has("sent") ? linkRequestedMessage("a sign-in link") : null;
  const returnTo = returnToOf(request);
  return { token, isUsable, returnTo, sent: sentMessage, isMailed: mailIsConfigured, question: newQuestion() };
}

export { unlessUnanswered as shouldRevalidate } from "~/http/revalidation";

export async function action({ context, request }: ActionFunctionArgs) {
  return questionForm({ context, request }, async (fields, caller) => {
    if (fields.token !== undefined)
      return redirectAfterSignIn(await signInWithLink(request, fields, clientAddressOf(context)), returnToOf(request));
    await requestSignInLink(fields, caller, returnToOf(request));
    return "/sign-in-link?sent";
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Sign In by Email", matches);

export default function SignInLink() {
  const { token, isUsable, returnTo, sent, isMailed, question } = useLoaderData<typeof loader>();
  const mail = useMailState();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (sent) return <LinkRequestConfirmation text={sent} isMailed={isMailed} />;
  if (token) return <UseLink token={token} isUsable={isUsable} returnTo={returnTo} answer={answer} />;
  return (
    <>
      <EntryHeading title="Sign in by email" lead={MAIL_WORDS.signInLead(mail)} />
      <LinkRequestForm question={question} answer={answer} button="Email Me a Sign-in Link" />
    </>
  );
}

interface UseLinkProps {
  token: string;
  isUsable: boolean;
  returnTo: string;
  answer?: FormAnswer;
}

/** Asks for a click on a button, because mail scanners follow links. */
function UseLink({ token, isUsable, returnTo, answer }: UseLinkProps) {
  return (
    <>
      <EntryHeading title="Sign in by email" />
      <FormErrors refusal={refusalIn(answer)} title="Sign In Failed" />
      {isUsable && answer?.fieldErrors?.token === undefined ? (
        <EntryForm answer={undefined} failure="Sign In Failed" token={token} button="Sign In" pending="Signing in…" />
      ) : (
        <p>
          This sign-in link has expired or was already used.{" "}
          <Link to={withReturnTo("/sign-in-link", returnTo)}>Request a new link</Link>
        </p>
      )}
      <AfterForm>
        <Link to={withReturnTo("/login", returnTo)}>Back to Sign In</Link>
      </AfterForm>
    </>
  );
}
