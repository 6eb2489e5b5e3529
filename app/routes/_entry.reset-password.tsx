import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { callerOf } from "~/auth/session.server";
import { EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { NewPasswordFields } from "~/components/forms/person-fields";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { clientAddressOf } from "~/http/api.server";
import { form } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { resetLinkState, resetPassword } from "~/models/base/accounts/password.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** The time on "Password Reset Complete" before /login opens. */
const REDIRECT_MS = 3_000;

/** Marks the end for an account that had no password, such as an invited account, because nothing was reset. */
const FIRST_PASSWORD = "first";

/** Shows the form for a new password at the link of the mail. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  const completion = searchParams.get("complete");
  const step =
    completion === null ? (token ? "choose" : "noLink") : completion === FIRST_PASSWORD ? "saved" : "complete";
  // The header opens the sign-in page without scripts too.
  const headers = completion !== null ? { Refresh: `${REDIRECT_MS / 1_000}; url=/login` } : undefined;
  const linkState = step === "choose" ? await resetLinkState(token) : { isUsable: false, isFirst: false };
  return data({ step, token, ...linkState }, { headers });
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields): Promise<Response> => {
    const { isFirst } = await resetPassword(fields, callerOf(request, clientAddressOf(context)));
    return redirect(`/reset-password?complete${isFirst ? `=${FIRST_PASSWORD}` : ""}`, 303);
  });
}

type Step = keyof typeof TITLES;

const TITLES = {
  complete: "Password Reset Complete",
  saved: "Password Saved",
  choose: "Choose a New Password",
  noLink: "Invalid Reset Link",
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(
    TITLES[data?.step === "choose" && !data.isUsable ? "noLink" : ((data?.step ?? "choose") as Step)],
    matches,
  );

const HEADINGS = {
  first: { title: "Choose a password", lead: "You sign in with your email address and this password." },
  another: { title: "Choose a new password", lead: "You will be signed out on all your other devices." },
};

const LABELS = { password: "New password", confirmPassword: "Confirm new password" };

export default function ResetPassword() {
  const { step, token, isUsable, isFirst } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (step === "complete") return <Complete title={TITLES.complete} password="your new password" />;
  if (step === "saved") return <Complete title={TITLES.saved} password="your email address and this password" />;
  if (step === "noLink") return <InvalidLink />;
  if (!isUsable || answer?.fieldErrors?.token !== undefined) return <ExpiredLink answer={answer} />;
  return (
    <>
      <EntryHeading {...HEADINGS[isFirst ? "first" : "another"]} />
      <EntryForm
        answer={answer}
        failure="Reset Failed"
        labels={LABELS}
        token={token}
        button={isFirst ? "Save Password" : "Reset Password"}
        pending="Saving…"
      >
        <NewPasswordFields answer={answer} labels={LABELS} />
      </EntryForm>
    </>
  );
}

/** @param answer the refusal, if the link failed only when the form was sent. */
function ExpiredLink({ answer }: { answer?: FormAnswer }) {
  return (
    <NoticePage narrow title={TITLES.noLink}>
      {answer ? (
        <FormErrors refusal={refusalIn(answer)} title="Reset Failed" />
      ) : (
        <p>This link no longer works. It has expired or was already used.</p>
      )}
      <ButtonLink to="/forgot-password">Request a New Link</ButtonLink>
    </NoticePage>
  );
}

function InvalidLink() {
  return (
    <NoticePage narrow title={TITLES.noLink}>
      <p>Password reset link is missing or invalid.</p>
      <ButtonLink to="/forgot-password">Request a New Link</ButtonLink>
    </NoticePage>
  );
}

function Complete({ title, password }: { title: string; password: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate("/login"), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <NoticePage narrow title={title}>
      <p>You can now sign in with {password}. The sign-in page opens in a few seconds.</p>
      <ButtonLink to="/login">Sign In</ButtonLink>
    </NoticePage>
  );
}
