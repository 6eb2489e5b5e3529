import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { callerOf, requireAdmin, sessionOf } from "~/auth/session.server";
import { ActionsForm } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { addressOf } from "~/http/api.server";
import { form, page } from "~/http/form.server";
import { userForAdmin } from "~/models/accounts/admin-users.server";
import { removeSecondFactor } from "~/models/accounts/second-step.server";
import { asRecent, recentUser } from "~/models/accounts/sessions.server";

/** Asks before somebody's second factor is removed, because they lost it. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const isRecent = (await recentUser(admin, await sessionOf(request))) !== null;
    return { user: await userForAdmin(admin, params.id ?? ""), isRecent };
  });
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async () => {
    const admin = await requireAdmin(request, context);
    const recent = await asRecent(admin, await sessionOf(request));
    await removeSecondFactor(recent, params.id ?? "", callerOf(request, addressOf(context)));
    return redirect("/admin/users?done=secondFactor", 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Remove the second factor of ${data?.user.email ?? ""} | Admin` },
];

export default function RemoveSecondFactor() {
  const { user, isRecent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const confirm = `/account/security?${new URLSearchParams({ returnTo: `/admin/users/${user.id}/second-factor` })}`;
  return (
    <NoticePage title="Remove this second factor?">
      <FormErrors refusal={refusalIn(answer)} title="Not Removed" />
      <p>
        <strong>{name}</strong> ({user.email}) is signed out everywhere, signs in without it from then on, and gets a
        mail about it. First make sure, in person or by phone, that the request really comes from them.
      </p>
      {!isRecent && <p>You signed in more than ten minutes ago: please confirm first that it is you.</p>}
      <ActionsForm method="post" className="justify-center">
        <ButtonLink quiet to="/admin/users">
          Cancel
        </ButtonLink>
        {isRecent ? (
          <SubmitButton danger pending="Removing…">
            Remove the second factor
          </SubmitButton>
        ) : (
          <ButtonLink to={confirm}>Confirm that it is you</ButtonLink>
        )}
      </ActionsForm>
    </NoticePage>
  );
}
