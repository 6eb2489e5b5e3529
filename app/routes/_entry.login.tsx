import {
  type ActionFunctionArgs,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { formPageHeaders, returnToOf, visitorsOnly } from "~/auth/guards.server";
import { signInWithPassword, signUp } from "~/auth/session.server";
import { EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { Field, FieldPair } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn, typed } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { GoogleButton } from "~/components/forms/google-button";
import { ANOTHER_QUESTION, SecurityQuestion } from "~/components/forms/security-question";
import { SubmitButton } from "~/components/forms/submit-button";
import { addressOf } from "~/http/api.server";
import { SMALL_BODY } from "~/http/body.server";
import { form } from "~/http/form.server";
import { googleProblemText } from "~/models/accounts/google-problems";
import { newQuestion } from "~/models/accounts/security-question.server";
import { siteSettings } from "~/models/site/settings.server";
import { googleIsConfigured } from "~/services/google.offered.server";
import { mailIsConfigured } from "~/services/mailer.server";

/** Signing in and making an account; `?google=` says how a way over Google ended. */
export async function loader({ request }: LoaderFunctionArgs) {
  await visitorsOnly(request);
  const { searchParams } = new URL(request.url);
  const problem = googleProblemText(searchParams.get("google"));
  return {
    isNew: searchParams.get("mode") === "register",
    email: searchParams.get("email") ?? "",
    returnTo: returnToOf(request),
    google: googleIsConfigured,
    isMailed: mailIsConfigured,
    problem: problem === null ? undefined : { message: problem, fieldErrors: {}, values: {} },
    question: newQuestion(),
    siteName: (await siteSettings()).siteName,
  };
}

/** A question is for one visitor. Not `no-store`: Back shall find the form as it was left. */
export function headers(args: HeadersArgs) {
  return formPageHeaders(args, "private, no-cache");
}

/** Also after a refusal: it takes a new question. */
export function shouldRevalidate() {
  return true;
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(
    request,
    async (fields): Promise<Response | FormAnswer> => {
      const { intent, email = "", firstName = "", lastName = "" } = fields;
      if (intent === ANOTHER_QUESTION.value) return { values: { email, firstName, lastName } };
      const isNew = new URL(request.url).searchParams.get("mode") === "register";
      const { headers } = await (isNew ? signUp : signInWithPassword)(request, fields, addressOf(context));
      return redirect(returnToOf(request), { status: 303, headers });
    },
    { limit: SMALL_BODY },
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.isNew ? "Create an Account" : "Sign In"} | ${data?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

const LABELS = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  password: "Password",
  confirmPassword: "Confirm password",
  captchaAnswer: "Security question",
};

export default function Login() {
  const { isNew, email, returnTo, google, isMailed, problem, question } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const given = answer ?? { values: { email } };
  return (
    <>
      <EntryHeading
        title={isNew ? "Create your account" : "Sign in"}
        lead="Registration is required to submit experts and view exclusive content."
      />
      <ModeSwitch isNew={isNew} returnTo={returnTo} email={typed(given, "email")} />
      <FormErrors
        refusal={refusalIn(answer) ?? problem}
        title={isNew ? "Registration Failed" : "Sign In Failed"}
        labels={LABELS}
      />
      {google && (
        <>
          <GoogleButton returnTo={returnTo}>Continue with Google</GoogleButton>
          <p className="my-2.5 text-center text-muted">or</p>
        </>
      )}
      <EntryForm>
        {isNew && (
          <FieldPair>
            <Field label={LABELS.firstName} autoComplete="given-name" required {...field(given, "firstName")} />
            <Field label={LABELS.lastName} autoComplete="family-name" required {...field(given, "lastName")} />
          </FieldPair>
        )}
        <Field label={LABELS.email} type="email" autoComplete="email" required {...field(given, "email")} />
        <Field
          // Another field in the other mode: a typed password is not carried over, and password managers see the change.
          key={isNew ? "new" : "current"}
          label={LABELS.password}
          type="password"
          autoComplete={isNew ? "new-password" : "current-password"}
          hint={isNew ? "At least 8 characters, best several words." : undefined}
          required
          {...field(given, "password")}
        />
        {isNew ? (
          <Field
            label={LABELS.confirmPassword}
            type="password"
            autoComplete="new-password"
            required
            {...field(given, "confirmPassword")}
          />
        ) : (
          <p className="-mt-2.5 mb-4.5 flex flex-wrap gap-x-4 gap-y-1 [&_a]:underline">
            <Link to="/forgot-password">Forgot your password?</Link>
            {isMailed && (
              <Link to={returnTo === "/" ? "/sign-in-link" : `/sign-in-link?${new URLSearchParams({ returnTo })}`}>
                E-mail me a sign-in link
              </Link>
            )}
          </p>
        )}
        <SecurityQuestion
          question={question}
          error={answer?.fieldErrors?.captchaAnswer}
          autoFocus={answer !== undefined && !answer.message}
        />
        <SubmitButton className="w-full" pending={isNew ? "Creating your account…" : "Signing in…"}>
          {isNew ? "Create Account" : "Sign In"}
        </SubmitButton>
      </EntryForm>
    </>
  );
}

function field(answer: FormAnswer | undefined, name: keyof typeof LABELS) {
  return { name, ...fieldProps(answer, name) };
}

interface ModeSwitchProps {
  isNew: boolean;
  returnTo: string;
  /** What is known of it without scripts; with them the field itself stays. */
  email: string;
}

const MODE =
  "-mb-px border-b-3 border-transparent px-4 py-2.5 text-muted aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink";

/** Two links, so that the switch works without scripts. It stands before the fields: one chooses, then types. */
function ModeSwitch({ isNew, returnTo, email }: ModeSwitchProps) {
  const address = (mode: string) => {
    const params = new URLSearchParams({ mode, returnTo, email });
    for (const [name, value] of [...params]) if (["", "/", "sign-in"].includes(value)) params.delete(name);
    return `/login${params.size ? `?${params}` : ""}`;
  };
  return (
    <nav className="mb-5 flex border-b border-line" aria-label="Sign in or create an account">
      <Link
        className={MODE}
        to={address("sign-in")}
        aria-current={isNew ? undefined : "page"}
        preventScrollReset
        replace
      >
        Sign in
      </Link>
      <Link
        className={MODE}
        to={address("register")}
        aria-current={isNew ? "page" : undefined}
        preventScrollReset
        replace
      >
        Create account
      </Link>
    </nav>
  );
}
