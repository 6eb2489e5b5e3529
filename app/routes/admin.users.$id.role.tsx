import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { Actions } from "~/components/admin/page-parts";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice-page";
import { page } from "~/http/form.server";
import { userForAdmin } from "~/models/accounts/admin-users.server";

/** Asks before a role changes; the list of users makes the change. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => ({ user: await userForAdmin(await requireAdmin(request, context), params.id ?? "") }));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Change the role of ${data?.user.email ?? ""} | Admin` },
];

export default function ChangeRole() {
  const { user } = useLoaderData<typeof loader>();
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const isAdmin = user.role === "admin";
  return (
    <NoticePage title={isAdmin ? `Make ${name} an ordinary user?` : `Make ${name} an admin?`}>
      <p>
        {isAdmin
          ? "They can no longer open the admin pages. Their account and submissions stay."
          : "Admins can publish and delete everything, read every account and mail, and make or remove other admins."}{" "}
        {name} ({user.email}) is signed out everywhere and has to sign in again.
      </p>
      <Form method="post" action="/admin/users?index">
        <input type="hidden" name="id" value={user.id} />
        <input type="hidden" name="intent" value="role" />
        <input type="hidden" name="role" value={isAdmin ? "user" : "admin"} />
        <Actions className="justify-center">
          <ButtonLink quiet to="/admin/users">
            Cancel
          </ButtonLink>
          <SubmitButton danger={isAdmin} pending="Changing…">
            {isAdmin ? "Make user" : "Make admin"}
          </SubmitButton>
        </Actions>
      </Form>
    </NoticePage>
  );
}
