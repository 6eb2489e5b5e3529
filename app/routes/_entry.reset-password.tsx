import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { formPageHeaders } from "~/auth/guards.server";
import { callerOf } from "~/auth/session.server";
import { EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { Field } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { NoticePage } from "~/components/ui/notice-page";
import { addressOf } from "~/http/api.server";
import { SMALL_BODY } from "~/http/body.server";
import { form } from "~/http/form.server";
import { isResetLink, resetPassword } from "~/models/accounts/password.server";
import { siteSettings } from "~/models/site/settings.server";

/** From "Password Reset Complete" to /login. */
const LEAVE_AFTER_MS = 3_000;

/** Choosing a new password with the link from the mail. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const { siteName } = await siteSettings();
  const token = searchParams.get("token") ?? "";
  const step = searchParams.has("complete") ? "complete" : token ? "choose" : "noLink";
  // Where no scripts run the browser goes on by itself, too. A header, because a page's content belongs in its body.
  const headers = step === "complete" ? { Refresh: `${LEAVE_AFTER_MS / 1_000}; url=/login` } : undefined;
  const isUsable = step === "choose" && (await isResetLink(token));
  return data({ step, token, isUsable, siteName }, { headers });
}

export function headers(args: HeadersArgs) {
  return formPageHeaders(args);
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(
    request,
    async (fields): Promise<Response> => {
      await resetPassword(fields, callerOf(request, addressOf(context)));
      return redirect("/reset-password?complete", 303);
    },
    { limit: SMALL_BODY },
  );
}

const TITLES = { complete: "Password Reset Complete", choose: "Choose a New Password", noLink: "Invalid Reset Link" };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${TITLES[(data?.step ?? "choose") as keyof typeof TITLES]} | ${data?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

const LABELS = { password: "New password", confirmPassword: "Confirm new password" };

export default function ResetPassword() {
  const { step, token, isUsable } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (step === "complete") return <Complete />;
  if (step === "noLink") return <InvalidLink />;
  const isUseless = !isUsable || answer?.fieldErrors?.token !== undefined;
  return (
    <>
      <EntryHeading title="Choose a new password" lead="You will be signed out on all your other devices." />
      <FormErrors refusal={refusalIn(answer)} title="Reset Failed" labels={LABELS} />
      {isUseless && (
        <Notice tone="problem">
          This link does not work any more: it may be expired, or used already.{" "}
          <Link to="/forgot-password">Request a new link</Link>
        </Notice>
      )}
      <EntryForm>
        <input type="hidden" name="token" value={token} />
        <Field
          label={LABELS.password}
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters, best several words."
          required
          {...fieldProps(answer, "password")}
        />
        <Field
          label={LABELS.confirmPassword}
          name="confirmPassword"
          type="password"
          autoComplete="new-password"
          required
          {...fieldProps(answer, "confirmPassword")}
        />
        <SubmitButton className="w-full" pending="Saving…">
          Reset Password
        </SubmitButton>
      </EntryForm>
    </>
  );
}

function InvalidLink() {
  return (
    <NoticePage narrow title="Invalid Reset Link">
      <p>Password reset link is missing or invalid.</p>
      <ButtonLink to="/forgot-password">Request a New Link</ButtonLink>
    </NoticePage>
  );
}

function Complete() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate("/login"), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <NoticePage narrow title="Password Reset Complete">
      <p>Your new password works from now on. In a few seconds you get to the page where you can sign in with it.</p>
      <ButtonLink to="/login">Sign In</ButtonLink>
    </NoticePage>
  );
}
