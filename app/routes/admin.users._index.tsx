import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { callerOf, requireAdmin } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { Pagination } from "~/components/ui/pagination";
import { AppError } from "~/errors";
import { addressOf } from "~/http/api.server";
import { form, page } from "~/http/form.server";
import { changeAccount, listUsers, sendReset, USERS_PAGE_SIZE } from "~/models/accounts/admin-users.server";
import { listAddress } from "~/models/experts/list-address";
import { pageQueryOf } from "~/models/experts/lists.server";
import { mailIsConfigured } from "~/services/mailer.server";

/** Everybody with an account (decision D67). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const query = pageQueryOf(new URL(request.url).searchParams, USERS_PAGE_SIZE);
    const { currentPage, ...list } = await listUsers(admin, query, { nearest: true });
    return { ...list, page: currentPage, search: query.search, self: admin.id, isMailed: mailIsConfigured };
  });
}

/** Changes an account, or sends it a reset link; back to the list as it was, which says what was done. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const admin = await requireAdmin(request, context);
    const id = String(fields.id ?? "");
    const intents: Record<string, () => Promise<unknown>> = {
      role: () => changeAccount(admin, id, { role: fields.role }),
      status: () => changeAccount(admin, id, { status: fields.status }),
      reset: () => sendReset(admin, id, callerOf(request, addressOf(context))),
    };
    const run = Object.hasOwn(intents, String(fields.intent)) ? intents[String(fields.intent)] : undefined;
    if (!run) throw new AppError("invalid", "There is nothing to do.");
    await run();
    const address = new URL(request.url);
    address.searchParams.delete("index");
    address.searchParams.set("done", String(fields.intent));
    return redirect(`/admin/users${address.search}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "User Management | Admin" }];

const DONE: Record<string, string> = {
  role: "The role was changed.",
  status: "The status was changed.",
  reset: "A reset link is on its way.",
  deleted: "The account was deleted.",
};

function WaitingReset() {
  return (
    <>
      Mail is not configured: the reset link waits in <Link to="/admin/mails">Mail</Link>. Please pass it on.
    </>
  );
}

export default function Users() {
  const { users, total, page, totalPages, search, self, isMailed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const [params] = useSearchParams();
  const intent = params.get("done") ?? "";
  const done = intent === "reset" && !isMailed ? <WaitingReset /> : DONE[intent];
  const here = listAddress("/admin/users", { search, page });
  return (
    <>
      <div className="page-line">
        <h1>User Management</h1>
        <AdminSearch action="/admin/users" search={search} label="Search names and e-mail" />
      </div>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      {done && !answer && <Notice role="status">{done}</Notice>}
      <p className="found" aria-live="polite">
        {total.toLocaleString("en")} {total === 1 ? "account" : "accounts"}
      </p>
      {total === 0 ? (
        <p className="empty">No accounts found. Try adjusting your search.</p>
      ) : (
        <table className="rows people">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Signs in with</th>
              <th scope="col">Created</th>
              <th scope="col">Last sign-in</th>
              <th scope="col" className="number">
                Submissions
              </th>
              <th scope="col">Role and status</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <Row key={user.id} user={user} here={here} isSelf={user.id === self} />
            ))}
          </tbody>
        </table>
      )}
      <Pagination
        page={page}
        pages={totalPages}
        address={(number) => listAddress("/admin/users", { search, page: number })}
      />
    </>
  );
}

type User = ReturnType<typeof useLoaderData<typeof loader>>["users"][number];

const METHODS: Record<User["signInMethod"], string> = {
  password: "Password",
  google: "Google",
  "password and google": "Password and Google",
  none: "Nothing yet",
};

function Row({ user, here, isSelf }: { user: User; here: string; isSelf: boolean }) {
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const isAdmin = user.role === "admin";
  const isActive = user.status === "active";
  return (
    <tr>
      <td>
        <strong>{name}</strong>
        {isSelf && " (you)"}
        <small>
          {user.email}
          {!user.emailVerified && " (not confirmed)"}
        </small>
      </td>
      <td data-label="Signs in with" className="short">
        {METHODS[user.signInMethod]}
      </td>
      <td data-label="Created">
        <ShortDate time={user.createdAt} />
      </td>
      <td data-label="Last sign-in">{user.lastSignInAt ? <ShortDate time={user.lastSignInAt} /> : "never"}</td>
      <td data-label="Submissions" className="number">
        {user.submissions}
      </td>
      <td data-label="Role and status">
        <span className={isAdmin ? "badge gold" : "badge"}>{isAdmin ? "Admin" : "User"}</span>{" "}
        <span className={isActive ? "badge good" : "badge bad"}>{isActive ? "Active" : "Disabled"}</span>
      </td>
      <td>
        <div className="acts">
          <Deed here={here} id={user.id} intent="role" value={isAdmin ? "user" : "admin"} of={name}>
            {isAdmin ? "Make user" : "Make admin"}
          </Deed>
          <Deed here={here} id={user.id} intent="status" value={isActive ? "disabled" : "active"} of={name}>
            {isActive ? "Disable" : "Enable"}
          </Deed>
          {isActive && (
            <Deed here={here} id={user.id} intent="reset" of={name}>
              Send reset link
            </Deed>
          )}
          <ButtonLink quiet danger small to={`/admin/users/${user.id}/delete`} aria-label={`Delete ${name}`}>
            Delete
          </ButtonLink>
        </div>
      </td>
    </tr>
  );
}

interface DeedProps {
  here: string;
  id: string;
  intent: "role" | "status" | "reset";
  value?: string;
  /** Whom it is about, for those who hear the button alone. */
  of: string;
  children: string;
}

function Deed({ here, id, intent, value, of, children }: DeedProps) {
  return (
    <Form method="post" action={`${here}${here.includes("?") ? "&" : "?"}index`} preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="intent" value={intent} />
      {value && <input type="hidden" name={intent} value={value} />}
      <Button type="submit" quiet small aria-label={`${children}: ${of}`}>
        {children}
      </Button>
    </Form>
  );
}
