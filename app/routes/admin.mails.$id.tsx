import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin, sessionOf } from "~/auth/session.server";
import { Crumbs } from "~/components/admin/page-parts";
import { ConfirmFirst } from "~/components/forms/confirm-first";
import { ShortTime } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { page } from "~/http/form.server";
import { recentUser } from "~/models/base/accounts/sessions.server";
import { mailForAdmin } from "~/models/whole/mail/admin.server";

/** Shows a mail with its text. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    return mailForAdmin(admin, params.id ?? "", await recentUser(admin, await sessionOf(request)));
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Mail | Admin" }];

export default function MailPage() {
  const { mail, text, note, mustConfirm } = useLoaderData<typeof loader>();
  return (
    <>
      <Crumbs>
        <Link to="/admin/mails">Mail</Link>
      </Crumbs>
      <h1>{mail.subject}</h1>
      <p>
        To {mail.recipient}, written <ShortTime time={mail.createdAt} />
      </p>
      {mustConfirm && <ConfirmFirst action="read this mail" returnTo={`/admin/mails/${mail.id}`} />}
      {text === null ? <Notice>{note}</Notice> : <pre className="font-sans whitespace-pre-wrap">{text}</pre>}
    </>
  );
}
