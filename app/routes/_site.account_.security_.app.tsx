import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { callerOf, requireRecentUser, sessionOf } from "~/auth/session.server";
import { Field } from "~/components/forms/field";
import { type FormAnswer, labelledFields, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { RecoveryCodes } from "~/components/forms/recovery-codes";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { PageHeader } from "~/components/ui/page-header";
import { clientAddressOf } from "~/http/api.server";
import { form, intentOf } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import type { Caller } from "~/models/base/accounts/input.server";
import { type RecentUser, recentUser } from "~/models/base/accounts/sessions.server";
import { beginTotp, confirmTotp, removeTotp, totpSetup } from "~/models/base/accounts/totp.server";

export const links = formPageStyles;

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the QR code of an authenticator app that is being set up, or a link to begin. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await recentUser(await requireReader(request), await sessionOf(request));
  return { setup: user && (await totpSetup(user)) };
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields): Promise<Response | { codes: string[] }> => {
    const user = await requireRecentUser(request);
    const caller = callerOf(request, clientAddressOf(context));
    return intentOf(INTENTS, fields.intent)(user, fields, caller);
  });
}

type Intent = (user: RecentUser, fields: unknown, caller: Caller) => Promise<Response | { codes: string[] }>;

const INTENTS: Record<string, Intent> = {
  async begin(user) {
    await beginTotp(user);
    return redirect("/account/security/app", 303);
  },
  async confirm(user, fields, caller) {
    const codes = await confirmTotp(user, fields, caller);
    return codes.length > 0 ? { codes } : redirect("/account/security?saved=app", 303);
  },
  async remove(user, _fields, caller) {
    await removeTotp(user, caller);
    return redirect("/account/security?saved=appRemoved", 303);
  },
};

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Authenticator App", matches);

const LABELS = { code: "Code that the app shows" };

export default function App() {
  const { setup } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>() as FormAnswer | { codes: string[] } | undefined;
  const answer = result && "codes" in result ? undefined : result;
  return (
    <div className="mx-auto max-w-measure">
      <PageHeader title="Authenticator app" crumbs={<Link to="/account/security">Sign-in and security</Link>} />
      <FormErrors refusal={refusalIn(answer)} title="Not Set Up" labels={LABELS} />
      {result && "codes" in result ? (
        <>
          <Notice role="status">The app is set up. All your other devices were signed out.</Notice>
          <RecoveryCodes codes={result.codes} />
          <ButtonLink to="/account/security">I have saved them</ButtonLink>
        </>
      ) : setup ? (
        <SetUp setup={setup} answer={answer} />
      ) : (
        <p className="mb-4 [&_a]:underline">
          No app is being set up. Please begin on the page <Link to="/account/security">Sign-in and security</Link>.
        </p>
      )}
    </div>
  );
}

type Setup = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["setup"]>;

function SetUp({ setup: { qr, secret, address }, answer }: { setup: Setup; answer?: FormAnswer }) {
  return (
    <>
      <p className="mb-4 [&_a]:underline">
        Scan this code with the app, <a href={address}>open it in an app on this device</a>, or type the key into it.
      </p>
      <svg
        viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
        width="240"
        height="240"
        role="img"
        aria-label="QR code with the key below"
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M-4 -4h${qr.size + 8}v${qr.size + 8}h-${qr.size + 8}z`} />
        <path fill="#000" d={qr.path} />
      </svg>
      <p className="mt-4 mb-4">
        Key: <code>{secret}</code>
      </p>
      <Form method="post" noValidate className="max-w-120">
        <input type="hidden" name="intent" value="confirm" />
        <Field
          {...labelledFields(LABELS, answer)("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Six digits. When you send them, the app is set up and all your other devices are signed out."
        />
        <SubmitButton pending="Checking…">Set up the app</SubmitButton>
      </Form>
    </>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
