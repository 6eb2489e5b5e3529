import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { hasRecentSignIn, requireAdmin } from "~/auth/session.server";
import { Actions } from "~/components/admin/page-parts";
import { RecentSignInButton } from "~/components/forms/confirm-first";
import { SubmitButton } from "~/components/forms/submit-button";
import { useMailState } from "~/components/layout/use-site";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { page } from "~/http/form.server";
import { userForAdmin } from "~/models/base/accounts/admin-users.server";
import { ROLES, type Role } from "~/models/base/accounts/roles";
import { MAIL_WORDS } from "~/models/base/text/mail-words";

/** Asks before a role changes to `?to=`. The form posts to the list of users. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const user = await userForAdmin(admin, params.id ?? "");
    const requestedRole = new URL(request.url).searchParams.get("to");
    const defaultRole: Role = user.role === "admin" ? "user" : "admin";
    const newRole = ROLES.find((role) => role === requestedRole) ?? defaultRole;
    return { user, newRole, hasRecentSignIn: await hasRecentSignIn(request, admin) };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Change the role of ${data?.user.email ?? ""} | Admin` },
];

const TITLES: Record<Role, string> = { user: "an ordinary user", editor: "an editor", admin: "an admin" };

const CONSEQUENCES: Record<Role, string> = {
  user: "They can no longer open the admin pages, and their API keys stop working. Their account and submissions stay.",
  editor:
    "Editors review submissions and reports, edit profiles, and write and publish articles. Only admins manage accounts, settings, mails, imports and exports, and delete for good.",
  admin:
    "Admins can publish and delete everything, read every account and mail, and appoint or remove other admins and editors.",
};

export default function ChangeRole() {
  const { user, newRole, hasRecentSignIn } = useLoaderData<typeof loader>();
  const mail = useMailState();
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  return (
    <NoticePage
      title={
        <>
          Make <bdi>{name}</bdi> {TITLES[newRole]}?
        </>
      }
    >
      <p>
        {CONSEQUENCES[newRole]} <bdi>{name}</bdi> ({user.email}) will be signed out everywhere and must sign in again.
        {newRole === "admin" && ` ${MAIL_WORDS.adminAppointed(mail)}`}
      </p>
      {!hasRecentSignIn && (
        <p>You signed in more than ten minutes ago, so you will be asked to confirm that it is you.</p>
      )}
      <Form method="post" action="/admin/users?index">
        <input type="hidden" name="id" value={user.id} />
        <input type="hidden" name="intent" value="role" />
        <input type="hidden" name="role" value={newRole} />
        <Actions className="justify-center">
          <ButtonLink quiet to="/admin/users">
            Cancel
          </ButtonLink>
          <RecentSignInButton hasRecentSignIn={hasRecentSignIn} returnTo={`/admin/users/${user.id}/role?to=${newRole}`}>
            <SubmitButton danger={user.role === "admin"} pending="Changing…">
              {`Make ${newRole}`}
            </SubmitButton>
          </RecentSignInButton>
        </Actions>
      </Form>
    </NoticePage>
  );
}
