import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { callerOf, currentUser, hasRecentSignIn, requireUser, sessionOf, signOut } from "~/auth/session.server";
import { ConfirmFirst } from "~/components/forms/confirm-first";
import { Field } from "~/components/forms/field";
import { type FormAnswer, labelledFields, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { PageHeader } from "~/components/ui/page-header";
import { clientAddressOf } from "~/http/api.server";
import { form } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { needsRecentSignIn } from "~/models/base/accounts/factors.server";
import { deleteAccount } from "~/models/whole/accounts/delete-account.server";

export const links = formPageStyles;

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the form that deletes the reader's account, or with `?done` the confirmation. */
export async function loader({ request }: LoaderFunctionArgs) {
  const isDone = new URL(request.url).searchParams.has("done") && !(await currentUser(request));
  if (isDone) return { account: null };
  const user = await requireReader(request);
  const mustConfirm = (await needsRecentSignIn(user)) && !(await hasRecentSignIn(request, user));
  return { account: { email: user.email, hasPassword: user.passwordHash !== null, mustConfirm } };
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields): Promise<Response> => {
    const user = await requireUser(request);
    await deleteAccount(user, fields, callerOf(request, clientAddressOf(context)), await sessionOf(request));
    return redirect("/account/delete?done", { status: 303, headers: await signOut(request) });
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Delete Your Account", matches);

const LABELS = { password: "Your password", email: "Your email, to confirm" };

export default function DeleteAccount() {
  const { account } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const field = labelledFields(LABELS, answer);
  if (!account) return <AccountDeleted />;
  return (
    <div className="mx-auto max-w-measure">
      <PageHeader
        title="Delete your account"
        lead="We delete your name, address, sessions, drafts, follows and questions at once, and cannot restore them. Your submissions and reports stay, without your name."
      />
      <FormErrors refusal={refusalIn(answer)} title="Your account was not deleted" labels={LABELS} />
      {account.mustConfirm && !answer ? (
        <ConfirmFirst action="delete your account" returnTo="/account/delete" />
      ) : (
        <Form method="post" noValidate>
          {account.hasPassword ? (
            <Field type="password" autoComplete="current-password" {...field("password")} />
          ) : (
            <Field type="email" autoComplete="off" hint={account.email} {...field("email")} />
          )}
          <p className="flex flex-wrap gap-2.5">
            <SubmitButton danger pending="Deleting…">
              Delete my account
            </SubmitButton>
            <ButtonLink quiet to="/account">
              Keep my account
            </ButtonLink>
          </p>
        </Form>
      )}
    </div>
  );
}

function AccountDeleted() {
  return (
    <NoticePage title="Your account was deleted">
      <p>Thank you for taking part. The directory stays open to everyone.</p>
      <ButtonLink to="/">Return to Directory</ButtonLink>
    </NoticePage>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
