import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { callerOf, hasRecentSignIn, requireAdmin, requireRecentAdmin } from "~/auth/session.server";
import { ConfirmPage } from "~/components/forms/confirm-page";
import type { FormAnswer } from "~/components/forms/form-answer";
import { useMailState } from "~/components/layout/use-site";
import { clientAddressOf } from "~/http/api.server";
import { form, page } from "~/http/form.server";
import { userForAdmin } from "~/models/base/accounts/admin-users.server";
import { removeSecondFactor } from "~/models/base/accounts/second-step.server";
import { MAIL_WORDS } from "~/models/base/text/mail-words";

/** Asks before an admin removes the lost second factor of an account. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    return { user: await userForAdmin(admin, params.id ?? ""), hasRecentSignIn: await hasRecentSignIn(request, admin) };
  });
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async () => {
    const admin = await requireRecentAdmin(request, context);
    await removeSecondFactor(admin, params.id ?? "", callerOf(request, clientAddressOf(context)));
    return redirect("/admin/users?done=secondFactor", 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Remove the second factor of ${data?.user.email ?? ""} | Admin` },
];

export default function RemoveSecondFactor() {
  const { user, hasRecentSignIn } = useLoaderData<typeof loader>();
  const mail = useMailState();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  return (
    <ConfirmPage
      title="Remove this second factor?"
      cancelTo="/admin/users"
      button="Remove the second factor"
      pending="Removing…"
      failureTitle="Not Removed"
      answer={answer}
      confirmReturnTo={hasRecentSignIn ? undefined : `/admin/users/${user.id}/second-factor`}
    >
      <p>
        <strong dir="auto">{name}</strong> ({user.email}) {MAIL_WORDS.factorRemoval(mail)} First make sure, in person or
        by phone, that the request really comes from them.
      </p>
    </ConfirmPage>
  );
}
