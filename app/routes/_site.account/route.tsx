import {
  type ActionFunctionArgs,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { formPageHeaders, readerOf } from "~/auth/guards.server";
import { callerOf, sessionOf, startSession } from "~/auth/session.server";
import { Field, FieldPair } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { Notice, noticeClass } from "~/components/ui/notice";
import { PageHeader } from "~/components/ui/page-header";
import type { UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { addressOf } from "~/http/api.server";
import { form } from "~/http/form.server";
import { changePassword } from "~/models/accounts/password.server";
import { changeName } from "~/models/accounts/register.server";
import { sessionsOf } from "~/models/accounts/sessions.server";
import { sendVerification } from "~/models/accounts/verify-email.server";
import { siteSettings } from "~/models/site/settings.server";
import { AccountSection } from "./account-section";
import { AccountSessions } from "./sessions";

/** One's own account; `?saved=` says what was done a moment ago. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await readerOf(request);
  const sessions = await sessionsOf(user, await sessionOf(request));
  const { email, firstName, lastName, emailVerifiedAt, passwordHash, googleId } = user;
  return {
    account: { email, firstName, lastName, isConfirmed: emailVerifiedAt !== null },
    hasPassword: passwordHash !== null,
    hasGoogle: googleId !== null,
    sessions,
    saved: SAVED.get(new URL(request.url).searchParams.get("saved") ?? "") ?? null,
    siteName: (await siteSettings()).siteName,
  };
}

const SAVED = new Map([
  ["name", "Your name is saved."],
  ["password", "Your new password is saved. All your other devices are signed out."],
  ["email", "Your email address is confirmed."],
  ["confirmation", "We sent you a mail with a link that confirms your address."],
  ["sessions", "Signed out there."],
]);

export function headers(args: HeadersArgs) {
  return formPageHeaders(args);
}

export async function action({ context, request }: ActionFunctionArgs) {
  const address = addressOf(context);
  return form(request, async (fields): Promise<Response> => {
    const user = await readerOf(request);
    if (!isIntent(fields.intent)) throw new AppError("invalid", "Please use one of the buttons on the page.");
    const headers = (await intents[fields.intent]({ address, fields, request, user })) ?? undefined;
    return redirect(`/account?saved=${fields.intent}`, { status: 303, headers });
  });
}

interface Intent {
  user: UserRow;
  fields: unknown;
  request: Request;
  address: string;
}

/** Each does one thing and gives the headers that belong on the answer, if any. */
const intents = {
  name: async ({ user, fields }: Intent): Promise<void> => {
    await changeName(user, fields);
  },
  password: async ({ address, fields, request, user }: Intent) =>
    startSession(request, await changePassword(user, fields, callerOf(request, address)), address),
  confirmation: ({ address, request, user }: Intent) => sendVerification(user, callerOf(request, address)),
};

function isIntent(name: unknown): name is keyof typeof intents {
  return typeof name === "string" && Object.hasOwn(intents, name);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Your Account | ${data?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

export default function Account() {
  const { account, hasPassword, hasGoogle, sessions, saved } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const answerTo = (intent: keyof typeof intents) => (answer?.values.intent === intent ? answer : undefined);
  return (
    <div className="max-w-240">
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
        {!account.isConfirmed && <Unconfirmed answer={answerTo("confirmation")} />}
      </PageHeader>
      <AccountSection title="Submissions">
        <p className="mb-4">The experts you suggested, and what became of them.</p>
        <ButtonLink quiet to="/my-submissions">
          My submissions
        </ButtonLink>
      </AccountSection>
      <NameForm account={account} answer={answerTo("name")} />
      <PasswordForm hasPassword={hasPassword} answer={answerTo("password")} />
      <AccountSessions sessions={sessions} />
      <AccountSection title="Your data">
        <p className="mb-4">Everything that is stored about you, in one file that other programs can read.</p>
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
      <p className="mb-2.5">This address is not confirmed yet: please open the link in the mail that we sent you.</p>
      <input type="hidden" name="intent" value="confirmation" />
      <SubmitButton quiet small pending="Sending…">
        Send another mail
      </SubmitButton>
    </Form>
  );
}

const NAME_LABELS = { firstName: "First name", lastName: "Last name" };

function NameForm({ account, answer }: { account: { firstName: string; lastName: string }; answer?: FormAnswer }) {
  const field = (name: keyof typeof NAME_LABELS) => ({
    label: NAME_LABELS[name],
    name,
    required: true,
    ...fieldProps(answer ?? { values: account }, name),
  });
  return (
    <AccountSection title="Name">
      <FormErrors refusal={refusalIn(answer)} title="Your name was not saved" labels={NAME_LABELS} />
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="name" />
        <FieldPair>
          <Field autoComplete="given-name" {...field("firstName")} />
          <Field autoComplete="family-name" {...field("lastName")} />
        </FieldPair>
        <SubmitButton pending="Saving…">Save name</SubmitButton>
      </Form>
    </AccountSection>
  );
}

const PASSWORD_LABELS = {
  currentPassword: "Present password",
  password: "New password",
  confirmPassword: "Confirm new password",
};

function PasswordForm({ hasPassword, answer }: { hasPassword: boolean; answer?: FormAnswer }) {
  const field = (name: keyof typeof PASSWORD_LABELS) => ({
    label: PASSWORD_LABELS[name],
    name,
    type: "password",
    required: true,
    ...fieldProps(answer, name),
  });
  return (
    <AccountSection title="Password">
      <p className="mb-4 text-sm text-muted">
        {hasPassword
          ? "A new password signs you out on all your other devices."
          : "You sign in with Google. With a password you can sign in without it, too."}
      </p>
      <FormErrors refusal={refusalIn(answer)} title="Your password was not saved" labels={PASSWORD_LABELS} />
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="password" />
        {hasPassword && <Field autoComplete="current-password" {...field("currentPassword")} />}
        <Field autoComplete="new-password" hint="At least 8 characters." {...field("password")} />
        <Field autoComplete="new-password" {...field("confirmPassword")} />
        <SubmitButton quiet pending="Saving…">
          {hasPassword ? "Change password" : "Set password"}
        </SubmitButton>
      </Form>
    </AccountSection>
  );
}
