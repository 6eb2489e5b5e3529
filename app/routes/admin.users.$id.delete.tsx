import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { hasRecentSignIn, requireAdmin, requireRecentAdmin } from "~/auth/session.server";
import { ConfirmPage } from "~/components/forms/confirm-page";
import type { FormAnswer } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { userForAdmin } from "~/models/base/accounts/admin-users.server";
import { deleteUser } from "~/models/whole/accounts/delete-account.server";

/** Asks before an account is deleted, which cannot be undone. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    return { user: await userForAdmin(admin, params.id ?? ""), hasRecentSignIn: await hasRecentSignIn(request, admin) };
  });
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async () => {
    await deleteUser(await requireRecentAdmin(request, context), { id: params.id });
    return redirect("/admin/users?done=deleted", 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Delete the account of ${data?.user.email ?? ""} | Admin` },
];

export default function DeleteUser() {
  const { user, hasRecentSignIn } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  return (
    <ConfirmPage
      title="Delete this account?"
      cancelTo="/admin/users"
      button="Delete the account"
      pending="Deleting…"
      failureTitle="Delete Failed"
      answer={answer}
      confirmReturnTo={hasRecentSignIn ? undefined : `/admin/users/${user.id}/delete`}
    >
      <p>
        <strong dir="auto">{name}</strong>, {user.email}. This deletes the account with its sessions and drafts, and
        cannot be undone.{" "}
        {user.submissions > 0 && `Its submissions (${user.submissions.toLocaleString("en")}) stay without the name.`}
      </p>
    </ConfirmPage>
  );
}
