import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { callerOf, hasRecentSignIn, requireUser, sessionOf, startSession } from "~/auth/session.server";
import { AccountSection } from "~/components/forms/account-section";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { useMailState } from "~/components/layout/use-site";
import { ButtonLink } from "~/components/ui/button";
import { Notice, noticeClass } from "~/components/ui/notice";
import { PageHeader } from "~/components/ui/page-header";
import type { UserRow } from "~/db.server";
import { clientAddressOf } from "~/http/api.server";
import { form, intentOf } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { asEditor, isEditor } from "~/models/base/accounts/admin.server";
import { countValidKeys } from "~/models/base/accounts/api-keys.server";
import { needsRecentSignIn } from "~/models/base/accounts/factors.server";
import { changePassword } from "~/models/base/accounts/password.server";
import { changeName } from "~/models/base/accounts/register.server";
import { sendVerification } from "~/models/base/accounts/verify-email.server";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { chooseWaitingMail } from "~/models/whole/mail/waiting-mails.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { NameForm, WaitingMailForm } from "./detail-forms";
import { PasswordForm } from "./password-form";

export const links = formPageStyles;

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the reader's account. `?saved=` names what was just saved. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireReader(request);
  const { email, firstName, lastName, emailVerifiedAt, passwordHash, googleId } = user;
  return {
    account: { email, firstName, lastName, isConfirmed: emailVerifiedAt !== null },
    hasPassword: passwordHash !== null,
    mustConfirm: (await needsRecentSignIn(user)) && !(await hasRecentSignIn(request, user)),
    keys: await countValidKeys(user),
    hasGoogle: googleId !== null,
    waitingMail: isEditor(user) ? { frequency: user.waitingMail, isMailed: mailIsConfigured } : null,
    saved: SAVED.get(new URL(request.url).searchParams.get("saved") ?? "") ?? null,
  };
}

const SAVED = new Map([
  ["name", "Your name was saved."],
  ["password", "Your new password was saved. All your other devices were signed out."],
  ["email", "Your email address is confirmed."],
  ["confirmation", "We sent you a mail with a link that confirms your address."],
  ["waitingMail", "Your choice was saved."],
]);

export async function action({ context, request }: ActionFunctionArgs) {
  const address = clientAddressOf(context);
  return form(request, async (fields): Promise<Response> => {
    const user = await requireUser(request);
    const intent = intentOf<(args: Intent) => Promise<unknown>>(intents, fields.intent);
    const headers = await intent({ address, fields, request, user });
    const init = headers instanceof Headers ? { headers } : {};
    return redirect(`/account?saved=${fields.intent}`, { status: 303, ...init });
  });
}

interface Intent {
  user: UserRow;
  fields: unknown;
  request: Request;
  address: string;
}

/** The actions of the forms. Each may return headers for the answer. */
const intents = {
  name: async ({ user, fields }: Intent): Promise<void> => {
    await changeName(user, fields);
  },
  password: async ({ address, fields, request, user }: Intent) => {
    const session = await sessionOf(request);
    let headers: Headers | undefined;
    await changePassword(user, fields, callerOf(request, address), session, async (tx, changedUser) => {
      headers = await startSession(request, changedUser, address, tx);
    });
    return headers;
  },
  confirmation: ({ address, request, user }: Intent) => sendVerification(user, callerOf(request, address)),
  waitingMail: ({ address, user, fields }: Intent) => chooseWaitingMail(asEditor(user, address), fields),
};

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Your Account", matches);

export default function Account() {
  const { account, hasPassword, mustConfirm, keys, hasGoogle, waitingMail, saved } = useLoaderData<typeof loader>();
  const mail = useMailState();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const answerTo = (intent: keyof typeof intents) => (answer?.values.intent === intent ? answer : undefined);
  return (
    <div className="mx-auto max-w-measure">
      <PageHeader
        title="Your account"
        lead={
          <>
            {account.email}
            {hasGoogle && ", also with Google"}
          </>
        }
      >
        <div role="status">{saved && <Notice>{saved}</Notice>}</div>
        {!account.isConfirmed && !mail.isMailed && <Notice tone="caution">{MAIL_WORDS.unconfirmed(mail)}</Notice>}
        {!account.isConfirmed && mail.isMailed && <Unconfirmed answer={answerTo("confirmation")} />}
      </PageHeader>
      <AccountSection title="Submissions">
        <p className="mb-4">The experts you suggested, and the decisions about them.</p>
        <ButtonLink quiet to="/my-submissions">
          My submissions
        </ButtonLink>
      </AccountSection>
      <NameForm account={account} answer={answerTo("name")} />
      <PasswordForm
        hasPassword={hasPassword}
        hasGoogle={hasGoogle}
        mustConfirm={mustConfirm}
        keyCount={keys}
        answer={answerTo("password")}
      />
      <AccountSection title="Sign-in and security">
        <p className="mb-4">Authenticator app, passkeys, recovery codes, and where you are signed in.</p>
        <ButtonLink quiet to="/account/security">
          Sign-in and security
        </ButtonLink>
      </AccountSection>
      {waitingMail && <WaitingMailForm {...waitingMail} answer={answerTo("waitingMail")} />}
      <AccountSection title="Your data">
        <p className="mb-4">Everything that this site stores about you, in one file that other programs can read.</p>
        <p className="flex flex-wrap gap-2.5">
          <ButtonLink quiet href="/account/data" download>
            Download my data
          </ButtonLink>
          <ButtonLink quiet danger to="/account/delete">
            Delete my account
          </ButtonLink>
        </p>
      </AccountSection>
    </div>
  );
}

function Unconfirmed({ answer }: { answer?: FormAnswer }) {
  return (
    <Form method="post" className={noticeClass("caution")}>
      <FormErrors refusal={refusalIn(answer)} title="Request Failed" />
      <p className="mb-2.5">{MAIL_WORDS.unconfirmed({ isMailed: true })}</p>
      <input type="hidden" name="intent" value="confirmation" />
      <SubmitButton quiet small pending="Sending…">
        Send another mail
      </SubmitButton>
    </Form>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
