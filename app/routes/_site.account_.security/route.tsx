import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectBack, requireReader } from "~/auth/guards.server";
import { callerOf, requireRecent, requireUser, sessionOf, startSession } from "~/auth/session.server";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { PageHeader } from "~/components/ui/page-header";
import type { UserRow } from "~/db.server";
import { clientAddressOf } from "~/http/api.server";
import { form, intentOf } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { unlistedMeta } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { safeReturnTo } from "~/http/return-to";
import { isEditor } from "~/models/base/accounts/admin.server";
import { renewRecoveryCodes } from "~/models/base/accounts/factor-changes.server";
import { lacksRequiredFactor, readFactors } from "~/models/base/accounts/factors.server";
import { relyingParty, removePasskey } from "~/models/base/accounts/passkeys.server";
import { proveAgain } from "~/models/base/accounts/second-step.server";
import { listSessions, recentUser } from "~/models/base/accounts/sessions.server";
import { AuthenticatorApp } from "./authenticator-app";
import { CONFIRM_LABELS, ConfirmForm } from "./confirm-form";
import { Passkeys } from "./passkeys";
import { RecoveryCodeSection } from "./recovery-code-section";
import { AccountSessions } from "./sessions";

export const links = formPageStyles;

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the reader's second factors and sessions. `?saved=` names what was just saved. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireReader(request);
  const session = await sessionOf(request);
  return {
    hasRecentSignIn: (await recentUser(user, session)) !== null,
    hasPassword: user.passwordHash !== null,
    isDemanded: await lacksRequiredFactor(user),
    isEditor: isEditor(user),
    factors: await readFactors(user.id),
    canHavePasskeys: relyingParty(siteOrigin(request)) !== null,
    sessions: await listSessions(user, session),
    saved: SAVED.get(new URL(request.url).searchParams.get("saved") ?? "") ?? null,
  };
}

/** Reloads after a refusal too, because the sign-in may have become too old meanwhile. */
export { unlessSignedOut as shouldRevalidate } from "~/http/revalidation";

const SAVED = new Map([
  ["app", "The authenticator app is set up. All your other devices were signed out."],
  ["appRemoved", "The authenticator app was removed."],
  ["passkey", "The passkey was removed. It may still be stored on your device, where you can delete it."],
  ["session", "The other device was signed out."],
  ["sessions", "All your other devices were signed out."],
]);

export async function action({ context, request }: ActionFunctionArgs) {
  const address = clientAddressOf(context);
  return form(request, async (fields): Promise<Response | { codes: string[] }> => {
    const user = await requireUser(request);
    return intentOf(INTENTS, fields.intent)(request, fields, address, user);
  });
}

type Intent = (
  request: Request,
  fields: FormAnswer["values"],
  address: string,
  user: UserRow,
) => Promise<Response | { codes: string[] }>;

const INTENTS: Record<string, Intent> = {
  async confirm(request, fields, address, user) {
    let headers: Headers | undefined;
    await proveAgain(user, fields, callerOf(request, address), async (tx) => {
      headers = await startSession(request, user, address, tx);
    });
    const returnTo = safeReturnTo(new URL(request.url).searchParams.get("returnTo"), "/account/security");
    return redirectBack(returnTo, { status: 303, headers });
  },
  async codes(request, _fields, address, user) {
    return { codes: await renewRecoveryCodes(await requireRecent(request, user), callerOf(request, address)) };
  },
  async passkey(request, fields, address, user) {
    await removePasskey(await requireRecent(request, user), fields, callerOf(request, address));
    return redirect("/account/security?saved=passkey", 303);
  },
};

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Sign-in and Security", matches);

export default function Security() {
  const { hasRecentSignIn, hasPassword, isDemanded, isEditor, factors, canHavePasskeys, sessions, saved } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>() as FormAnswer | { codes: string[] } | undefined;
  const codes = result && "codes" in result ? result.codes : null;
  const answer = result && "codes" in result ? undefined : result;
  return (
    <div className="mx-auto max-w-measure">
      <PageHeader
        title="Sign-in and security"
        crumbs={<Link to="/account">Your account</Link>}
        lead="A second factor keeps others out, even if they know your password: an app on your phone that shows codes, or a passkey."
      >
        {isDemanded && <SecondFactorRequired />}
        <div role="status">
          {saved && !answer && !codes && (
            <Notice>
              {saved} {isEditor && !isDemanded && <Link to="/admin">Go to the admin pages</Link>}
            </Notice>
          )}
        </div>
        <FormErrors refusal={refusalIn(answer)} title="Not Changed" labels={CONFIRM_LABELS} />
        {!hasRecentSignIn && <ConfirmForm hasPassword={hasPassword} factors={factors} answer={answer} />}
      </PageHeader>
      <AuthenticatorApp totp={factors.totp} canChange={hasRecentSignIn} />
      <Passkeys passkeys={factors.passkeys} canChange={hasRecentSignIn} canHave={canHavePasskeys} />
      <RecoveryCodeSection
        codesLeft={factors.codesLeft}
        codes={codes}
        hasSecondFactor={factors.totp !== null || factors.passkeys.length > 0}
        canChange={hasRecentSignIn}
      />
      <AccountSessions sessions={sessions} />
    </div>
  );
}

function SecondFactorRequired() {
  return (
    <Notice tone="caution">
      This site requires a second factor of admins and editors. Set up an authenticator app or a passkey to open the
      admin pages.
    </Notice>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
