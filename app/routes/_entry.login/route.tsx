import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireVisitor, returnToOf } from "~/auth/guards.server";
import { redirectAfterSignIn, signInWithPassword, signUp } from "~/auth/sign-in.server";
import { EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { Field } from "~/components/forms/field";
import { type FormAnswer, labelledFields, typedText } from "~/components/forms/form-answer";
import { GoogleButton } from "~/components/forms/google-button";
import { PasskeySignIn } from "~/components/forms/passkey-sign-in";
import { NAME_LABELS, NameFields, NewPasswordFields, PASSWORD_LABELS } from "~/components/forms/person-fields";
import { ANOTHER_QUESTION, SecurityQuestion } from "~/components/forms/security-question";
import { googleIsConfigured } from "~/env.server";
import { clientAddressOf } from "~/http/api.server";
import { form } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { unlistedMeta } from "~/http/page-meta";
import { withReturnTo } from "~/http/return-to";
import { googleProblemText } from "~/models/base/accounts/google-problems";
import { relyingParty } from "~/models/base/accounts/passkeys.server";
import { newQuestion } from "~/models/base/accounts/security-question.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { ModeSwitch } from "./mode-switch";

// The page is not shared, because each visitor gets another question, but Back shows the typed form.
export { revisitedPageHeaders as headers } from "~/auth/guards.server";

/** Shows the forms for signing in and registering. `?google=` has the reason of a failed sign-in with Google. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireVisitor(request);
  const { searchParams } = new URL(request.url);
  const problem = searchParams.has("late") ? TOO_LATE : googleProblemText(searchParams.get("google"));
  return {
    isNew: searchParams.get("mode") === "register",
    email: searchParams.get("email") ?? "",
    returnTo: returnToOf(request),
    google: googleIsConfigured,
    passkeys: relyingParty(siteOrigin(request)) !== null,
    isMailed: mailIsConfigured,
    problem: problem === null ? undefined : { message: problem, fieldErrors: {}, values: {} },
    question: newQuestion(),
  };
}

const TOO_LATE = "The second step must follow within ten minutes. Please sign in again.";

export { unlessUnanswered as shouldRevalidate } from "~/http/revalidation";

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields): Promise<Response | FormAnswer> => {
    const { intent, email = "", firstName = "", lastName = "" } = fields;
    if (intent === ANOTHER_QUESTION.value) return { values: { email, firstName, lastName } };
    const isNew = new URL(request.url).searchParams.get("mode") === "register";
    const signedIn = await (isNew ? signUp : signInWithPassword)(request, fields, clientAddressOf(context));
    return redirectAfterSignIn(signedIn, returnToOf(request));
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(data?.isNew ? "Create an Account" : "Sign In", matches);

const LABELS = { ...NAME_LABELS, email: "Email", ...PASSWORD_LABELS, captchaAnswer: "Security question" };

const TEXTS = {
  signIn: { title: "Sign in", failure: "Sign In Failed", button: "Sign In", pending: "Signing in…" },
  register: {
    title: "Create your account",
    failure: "Registration Failed",
    button: "Create Account",
    pending: "Creating your account…",
  },
};

export default function Login() {
  const {
    isNew,
    email,
    returnTo,
    google: hasGoogle,
    passkeys: hasPasskeys,
    isMailed,
    problem,
    question,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const formAnswer = answer ?? { values: { email } };
  const field = labelledFields(LABELS, formAnswer);
  const { title, ...texts } = TEXTS[isNew ? "register" : "signIn"];
  return (
    <>
      <EntryHeading title={title} lead="Registration is required to submit experts and view exclusive content." />
      <ModeSwitch isNew={isNew} returnTo={returnTo} email={typedText(formAnswer, "email")} />
      <EntryForm
        answer={answer}
        problem={problem}
        labels={LABELS}
        {...texts}
        above={hasGoogle && <GoogleSignIn returnTo={returnTo} />}
      >
        {isNew && <NameFields answer={formAnswer} />}
        <Field type="email" autoComplete={isNew || !hasPasskeys ? "email" : "email webauthn"} {...field("email")} />
        {/* The keys separate the fields of the two modes: no typed password moves to the other mode, and password managers notice the change. */}
        {isNew ? (
          <NewPasswordFields key="new" answer={formAnswer} />
        ) : (
          <Field key="current" type="password" autoComplete="current-password" {...field("password")} />
        )}
        {!isNew && (
          <p className="-mt-2.5 mb-4.5 flex flex-wrap gap-x-4 gap-y-1 [&_a]:underline">
            <Link to="/forgot-password">Forgot your password?</Link>
            {isMailed && <Link to={withReturnTo("/sign-in-link", returnTo)}>Email me a sign-in link</Link>}
          </p>
        )}
        <SecurityQuestion question={question} answer={answer} />
      </EntryForm>
      {!isNew && hasPasskeys && (
        <div className="mt-5">
          <PasskeySignIn returnTo={returnTo} />
        </div>
      )}
    </>
  );
}

function GoogleSignIn({ returnTo }: { returnTo: string }) {
  return (
    <>
      <GoogleButton returnTo={returnTo}>Continue with Google</GoogleButton>
      <p className="my-3 text-center text-muted">or</p>
    </>
  );
}
