import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireVisitor, returnToOf } from "~/auth/guards.server";
import { pendingUser, redirectAfterSignIn, signInWithSecondStep } from "~/auth/sign-in.server";
import { AfterForm, EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { Field } from "~/components/forms/field";
import { type FormAnswer, labelledFields } from "~/components/forms/form-answer";
import { PasskeySignIn } from "~/components/forms/passkey-sign-in";
import { clientAddressOf } from "~/http/api.server";
import { form } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { withReturnTo } from "~/http/return-to";
import { readFactors } from "~/models/base/accounts/factors.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the second step of a sign-in to the browser that took the first one. `?recovery` asks for a recovery code. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireVisitor(request);
  const { searchParams } = new URL(request.url);
  const returnTo = returnToOf(request);
  const user = await pendingUser(request);
  if (!user) throw redirect(`/login?${new URLSearchParams({ late: "", returnTo })}`);
  const { totp, passkeys } = await readFactors(user.id);
  const hasPasskeys = passkeys.length > 0;
  return { returnTo, hasApp: totp !== null, hasPasskeys, isRecovery: totp === null || searchParams.has("recovery") };
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields): Promise<Response> => {
    return redirectAfterSignIn(
      await signInWithSecondStep(request, fields, clientAddressOf(context)),
      returnToOf(request),
    );
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Second Step", matches);

export default function Verify() {
  const { returnTo, hasApp, hasPasskeys, isRecovery } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const label = isRecovery ? "Recovery code" : "Code from your authenticator app";
  const field = labelledFields({ code: label }, answer)("code");
  const addressWith = (recovery: boolean) => {
    const params = new URLSearchParams({ ...(recovery && { recovery: "" }), ...(returnTo !== "/" && { returnTo }) });
    return `/login/verify${params.size ? `?${params}` : ""}`;
  };
  return (
    <>
      <EntryHeading title="Second step" lead="Your account needs a second proof that it is you." />
      {hasPasskeys && (
        <div className="mb-5">
          <PasskeySignIn isSecondStep returnTo={returnTo} />
          <p className="text-sm text-muted script:hidden">Your passkey needs scripts, which are off in this browser.</p>
        </div>
      )}
      <EntryForm
        answer={answer}
        failure="Sign In Failed"
        labels={{ code: label }}
        button="Sign In"
        pending="Signing in…"
      >
        <Field
          key={label}
          {...field}
          type="text"
          inputMode={isRecovery ? undefined : "numeric"}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          autoCapitalize="none"
          spellCheck={false}
          hint={
            isRecovery ? "One of your ten saved codes. Each works once." : "Six digits that change every 30 seconds."
          }
        />
      </EntryForm>
      <AfterForm>
        {hasApp && <Link to={addressWith(!isRecovery)}>{isRecovery ? "Use your app" : "Use a recovery code"}</Link>}
        {hasApp && " · "}
        <Link to={withReturnTo("/login", returnTo)}>Start again</Link>
      </AfterForm>
      <p className="text-sm text-muted">
        If you lost your device and the codes, an admin of this site can remove the second step from your account.
      </p>
    </>
  );
}
