import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { DataTable, OlderNewer } from "~/components/admin/data-table";
import { Empty } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { nearestPage } from "~/models/base/input/paging.server";
import { listMails, retryFailedMail } from "~/models/whole/mail/admin.server";
import { mailIsConfigured } from "~/services/mailer.server";

/** Lists the mails of the last 90 days, the newest first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { page: number } = nearestPage(new URL(request.url).searchParams, 1);
    return { ...(await listMails(admin, number)), number, isMailed: mailIsConfigured };
  });
}

/** Retries a failed mail. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await retryFailedMail(await requireAdmin(request, context), fields);
    return redirect("/admin/mails", 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Mail | Admin" }];

export default function Mails() {
  const { mails, hasMore, number, isMailed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Mail</h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      {!isMailed && (
        <Notice tone="caution">
          Mail is not configured (<code>SMTP_URL</code>), so no mail is sent. You can open a mail to read it, and pass
          on what is urgent.
        </Notice>
      )}
      {mails.length === 0 ? (
        <Empty>No mail was written within the last 90 days.</Empty>
      ) : (
        <DataTable head={["Written", "To", "Subject", "State"]}>
          {mails.map((mail) => (
            <tr key={mail.id}>
              <td data-label="Written">
                <ShortTime time={mail.createdAt} />
              </td>
              <td data-label="To">{mail.recipient}</td>
              <td data-label="Subject">
                <Link to={`/admin/mails/${mail.id}`}>{mail.subject}</Link>
              </td>
              <td data-label="State">
                <State mail={mail} isMailed={isMailed} />
                {mail.status === "failed" && <Retry id={mail.id} recipient={mail.recipient} />}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      <OlderNewer path="/admin/mails" page={number} hasMore={hasMore} />
    </>
  );
}

/** Shows whether a mail was sent, has failed or is waiting. */
function State({ mail, isMailed }: { mail: MailRow; isMailed: boolean }) {
  const { status, sentAt, lastError, nextAttemptAt } = mail;
  if (status === "sent")
    return (
      <>
        {isMailed ? "Sent" : "In the outbox"}
        {sentAt && (
          <small className="block">
            <ShortTime time={sentAt} />
          </small>
        )}
      </>
    );
  if (status === "failed") return <>Failed{lastError && <small>: {lastError}</small>} </>;
  if (!lastError) return "Not sent yet";
  return (
    <>
      Not sent yet<small>: {lastError}</small> Next attempt <ShortTime time={nextAttemptAt} />
    </>
  );
}

type MailRow = ReturnType<typeof useLoaderData<typeof loader>>["mails"][number];

function Retry({ id, recipient }: { id: string; recipient: string }) {
  return (
    <Form method="post" action="/admin/mails?index">
      <input type="hidden" name="id" value={id} />
      <Button type="submit" quiet small aria-label={`Retry the mail to ${recipient}`}>
        Retry
      </Button>
    </Form>
  );
}
