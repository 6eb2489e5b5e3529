import { Form } from "@remix-run/react";
import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { RowMenu } from "~/components/admin/page-parts";
import { Badge } from "~/components/admin/text";
import { ShortDate } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import type { UserView } from "~/models/base/accounts/admin-users.server";
import { ROLE_LABELS, ROLES } from "~/models/base/accounts/roles";

interface Props {
  users: UserView[];
  /** The id of the signed-in admin. */
  ownId: string;
  /** The address of the list, with its search and page. */
  address: string;
  /** True if the admin signed in within the last ten minutes. The linked pages check it themselves. */
  hasRecentSignIn: boolean;
}

export function UsersTable({ users, ownId, address, hasRecentSignIn }: Props) {
  return (
    <DataTable
      className="max-xl:[&_time]:wrap-normal max-xl:[&_time]:whitespace-normal"
      head={[
        "Account",
        "Role and status",
        "Signs in with",
        <span key="Submissions" className="block text-right">
          Submissions
        </span>,
        "Created",
        "Last sign-in",
        hiddenTitle("Actions"),
      ]}
    >
      {users.map((user) => (
        <Row key={user.id} user={user} isSelf={user.id === ownId} address={address} hasRecentSignIn={hasRecentSignIn} />
      ))}
    </DataTable>
  );
}

const METHODS: Record<UserView["signInMethod"], string> = {
  password: "Password",
  google: "Google",
  "password and google": "Password, Google",
  none: "Invited",
};

type RowProps = Pick<Props, "address" | "hasRecentSignIn"> & { user: UserView; isSelf: boolean };

function Row({ user, isSelf, address, hasRecentSignIn }: RowProps) {
  const isActive = user.status === "active";
  return (
    <tr className="max-md:grid! max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center">
      <td className="min-w-40">
        <strong dir="auto">{nameOf(user)}</strong>
        {isSelf && " (you)"}
        <small className="wrap-anywhere">
          {user.email}
          {!user.emailVerified && " (not confirmed)"}
        </small>
        <small className="md:hidden!">
          {[ROLE_LABELS[user.role], !isActive && "disabled", METHODS[user.signInMethod].toLowerCase()]
            .filter(Boolean)
            .join(", ")}
          {user.secondFactor && " and a second factor"}
          {user.lastSignInAt && (
            <>
              {" · last sign-in "}
              <ShortDate time={user.lastSignInAt} />
            </>
          )}
        </small>
      </td>
      <td data-label="Role and status" className="max-md:hidden!">
        <Badge tone={user.role === "user" ? "neutral" : "gold"}>{ROLE_LABELS[user.role]}</Badge>{" "}
        <Badge tone={isActive ? "good" : "bad"}>{isActive ? "Active" : "Disabled"}</Badge>
      </td>
      <td className="wrap-normal max-md:hidden!">
        {METHODS[user.signInMethod]}
        {user.secondFactor && <small>and a second factor</small>}
      </td>
      <td className="max-md:hidden! md:text-right">{user.submissions}</td>
      <td className="max-md:hidden!">
        <ShortDate time={user.createdAt} />
      </td>
      <td className="max-md:hidden!">{user.lastSignInAt ? <ShortDate time={user.lastSignInAt} /> : "Never"}</td>
      <td>
        <RowMenu isShort label={`Actions for ${nameOf(user)}`}>
          {ROLES.filter((role) => role !== user.role).map((role) => (
            <Link key={role} to={`/admin/users/${user.id}/role?to=${role}`}>
              Make {role}…
            </Link>
          ))}
          {/* Without scripts an old sign-in has to be confirmed above the list first. */}
          <div className={hasRecentSignIn ? "" : "hidden script:block"}>
            <ChangeButton address={address} id={user.id} intent="status" value={isActive ? "disabled" : "active"}>
              {isActive ? "Disable" : "Enable"}
            </ChangeButton>
            {isActive && (
              <ChangeButton address={address} id={user.id} intent="reset">
                {user.signInMethod === "none" ? "Send a new link" : "Send reset link"}
              </ChangeButton>
            )}
          </div>
          {user.secondFactor && !isSelf && (
            <Link to={`/admin/users/${user.id}/second-factor`}>Remove second factor…</Link>
          )}
          <Link to={`/admin/users/${user.id}/delete`} className="text-danger!">
            Delete…
          </Link>
        </RowMenu>
      </td>
    </tr>
  );
}

function nameOf({ firstName, lastName, email }: UserView): string {
  return `${firstName} ${lastName}`.trim() || email;
}

interface ChangeButtonProps {
  address: string;
  id: string;
  intent: "status" | "reset";
  value?: string;
  children: string;
}

function ChangeButton({ address, id, intent, value, children }: ChangeButtonProps) {
  return (
    <Form method="post" action={`${address}${address.includes("?") ? "&" : "?"}index`} preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="intent" value={intent} />
      {value && <input type="hidden" name={intent} value={value} />}
      <button type="submit">{children}</button>
    </Form>
  );
}
