import {
  type ActionFunctionArgs,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { callerOf } from "~/auth.server";
import { Field } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { ANOTHER_QUESTION, SecurityQuestion } from "~/components/forms/security-question";
import { SubmitButton } from "~/components/forms/submit-button";
import { Notice } from "~/components/ui/notice";
import { addressOf, form, SMALL_BODY } from "~/http.server";
import { askForReset, RESET_ASKED } from "~/models/accounts.password.server";
import { newQuestion } from "~/models/security-question.server";
import { siteSettings } from "~/models/settings.server";
import { formPageHeaders } from "~/visitors.server";

/** Asking for a link to choose a new password (public-side.md §2 "Sign-in screens"); `?sent` is what comes after. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { siteName } = await siteSettings();
  const isSent = new URL(request.url).searchParams.has("sent");
  return { sent: isSent ? RESET_ASKED : null, question: newQuestion(), siteName };
}

export function headers(args: HeadersArgs) {
  return formPageHeaders(args);
}

/** Also after a refusal: it takes a new question. */
export function shouldRevalidate() {
  return true;
}

export async function action({ request }: ActionFunctionArgs) {
  return form(
    request,
    async (fields): Promise<Response | FormAnswer> => {
      if (fields.intent === ANOTHER_QUESTION.value) return { values: { email: fields.email ?? "" } };
      await askForReset(fields, callerOf(request, addressOf(request)));
      return redirect("/forgot-password?sent", 303);
    },
    { limit: SMALL_BODY },
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.sent ? "Check Your Email" : "Forgot Password"} | ${data?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

const LABELS = { email: "Email", captchaAnswer: "Security question" };

export default function ForgotPassword() {
  const { sent, question } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (sent) return <CheckYourEmail text={sent} />;
  return (
    <>
      <h1>Forgot your password?</h1>
      <p className="lead">Tell us your email address, and we send you a link to choose a new password.</p>
      <FormErrors refusal={refusalIn(answer)} title="Request Failed" labels={LABELS} />
      <Form method="post" noValidate>
        <Field
          label={LABELS.email}
          name="email"
          type="email"
          autoComplete="email"
          required
          {...fieldProps(answer, "email")}
        />
        <SecurityQuestion
          question={question}
          error={answer?.fieldErrors?.captchaAnswer}
          autoFocus={answer !== undefined && !answer.message}
        />
        <SubmitButton pending="Sending…">Send Reset Link</SubmitButton>
      </Form>
      <p className="after">
        <Link to="/login">Back to Sign In</Link>
      </p>
    </>
  );
}

function CheckYourEmail({ text }: { text: string }) {
  return (
    <Notice title="Check Your Email">
      <p>{text}</p>
      <p>It works for one hour. If there is no mail within a few minutes, please look into your spam folder.</p>
      <Link className="button" to="/login">
        Back to Sign In
      </Link>
    </Notice>
  );
}
