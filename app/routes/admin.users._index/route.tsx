import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { callerOf, hasRecentSignIn, requireAdmin, requireRecentAdmin } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { Empty, PageLine, ResultCount } from "~/components/admin/page-parts";
import { ConfirmFirst } from "~/components/forms/confirm-first";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { Pagination } from "~/components/ui/pagination";
import { clientAddressOf } from "~/http/api.server";
import { form, intentOf, page } from "~/http/form.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import {
  changeAccount,
  inviteUser,
  listUsers,
  sendReset,
  USERS_PAGE_SIZE,
} from "~/models/base/accounts/admin-users.server";
import type { Caller } from "~/models/base/accounts/input.server";
import type { RecentUser } from "~/models/base/accounts/sessions.server";
import { nearestPage, searchIn } from "~/models/base/input/paging.server";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { listAddress } from "~/models/records/listings/list-address";
import { mailIsConfigured } from "~/services/mailer.server";
import { InviteForm } from "./invite-form";
import { UsersTable } from "./users-table";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { searchParams } = new URL(request.url);
    const query = { ...nearestPage(searchParams, USERS_PAGE_SIZE), search: searchIn(searchParams) };
    const { currentPage, ...list } = await listUsers(admin, query, { nearest: true });
    const state = { page: currentPage, search: query.search, self: admin.id };
    return { ...list, ...state, isMailed: mailIsConfigured, hasRecentSignIn: await hasRecentSignIn(request, admin) };
  });
}

/** Invites a person, changes an account or sends it a link, and returns to the list with a confirmation. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const admin = await requireRecentAdmin(request, context);
    const caller = callerOf(request, clientAddressOf(context));
    const address = new URL(request.url);
    address.searchParams.delete("index");
    address.searchParams.set("done", String(fields.intent));
    await intentOf(INTENTS, fields.intent)({ admin, id: String(fields.id ?? ""), fields, caller });
    return redirect(`/admin/users${address.search}`, 303);
  });
}

interface PressedButton {
  admin: RecentUser<Admin>;
  id: string;
  fields: FormAnswer["values"];
  caller: Caller;
}

const INTENTS: Record<string, (button: PressedButton) => Promise<unknown>> = {
  role: ({ admin, id, fields }) => changeAccount(admin, id, { role: fields.role }),
  status: ({ admin, id, fields }) => changeAccount(admin, id, { status: fields.status }),
  reset: ({ admin, id, caller }) => sendReset(admin, id, caller),
  invite: ({ admin, fields, caller }) => inviteUser(admin, fields, caller),
};

export const meta: MetaFunction<typeof loader> = () => [{ title: "User Management | Admin" }];

export default function Users() {
  const { users, total, page, totalPages, search, self, isMailed, hasRecentSignIn } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const addressOfPage = (number: number) => listAddress("/admin/users", { search, page: number });
  return (
    <>
      <PageLine>
        <h1>User Management</h1>
        <AdminSearch action="/admin/users" search={search} label="Search names and email" />
      </PageLine>
      <FormErrors refusal={refusalIn(answer)} title={isInvitation(answer) ? "Invitation Failed" : "Update Failed"} />
      {!answer && <DoneNotice isMailed={isMailed} />}
      {hasRecentSignIn || answer ? (
        <InviteForm answer={isInvitation(answer) ? answer : undefined} isMailed={isMailed} />
      ) : (
        <ConfirmFirst action="invite people and change accounts" returnTo={addressOfPage(page)}>
          <InviteForm answer={undefined} isMailed={isMailed} />
        </ConfirmFirst>
      )}
      <ResultCount aria-live="polite">
        {total.toLocaleString("en")} {total === 1 ? "account" : "accounts"}
      </ResultCount>
      {total === 0 ? (
        <Empty>No accounts found. Try adjusting your search.</Empty>
      ) : (
        <UsersTable users={users} ownId={self} address={addressOfPage(page)} hasRecentSignIn={hasRecentSignIn} />
      )}
      <Pagination page={page} totalPages={totalPages} address={addressOfPage} />
    </>
  );
}

function isInvitation(answer: FormAnswer | undefined): boolean {
  return answer?.values.intent === "invite";
}

const DONE_TEXTS: Record<string, string> = {
  role: "The role was changed.",
  status: "The status was changed.",
  reset: "A mail with a reset link is being sent.",
  invite: "The invitation is being sent. Its link works for a week.",
  deleted: "The account was deleted.",
};

/** Confirms the last action. Without mail it also names the next step. */
function DoneNotice({ isMailed }: { isMailed: boolean }) {
  const [params] = useSearchParams();
  const intent = params.get("done") ?? "";
  const doneTexts: Record<string, string> = { ...DONE_TEXTS, secondFactor: MAIL_WORDS.factorRemoved({ isMailed }) };
  if (!Object.hasOwn(doneTexts, intent)) return null;
  const isWaiting = !isMailed && (intent === "reset" || intent === "invite");
  return (
    <Notice role="status" tone={isWaiting ? "caution" : "success"}>
      {!isWaiting && doneTexts[intent]}
      {isWaiting && intent === "reset" && (
        <>
          Mail is not configured. Please open the reset link under <Link to="/admin/mails">Mail</Link> and pass it on.
        </>
      )}
      {isWaiting && intent === "invite" && (
        <>
          The account was created, but mail is not configured. Please open the invitation under{" "}
          <Link to="/admin/mails">Mail</Link> and pass its link on. The link works for a week.
        </>
      )}
    </Notice>
  );
}
