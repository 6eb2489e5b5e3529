import { Form } from "@remix-run/react";
import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { Button } from "~/components/ui/button";
import { Age } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import type { dashboardMatters } from "~/models/whole/dashboard/statistics.server";

type MailState = NonNullable<Awaited<ReturnType<typeof dashboardMatters>>["mails"]>;

/** Shows the state of the outgoing mails. */
export function Mails({ mails: { failed, waiting, isStuck, hasSent } }: { mails: MailState }) {
  if (failed.length > 0) {
    return (
      <>
        {failed.length === 1 ? "One mail" : `${failed.length} mails`} could not be sent:
        <FailedMails mails={failed} />
      </>
    );
  }
  if (waiting === 0) return hasSent ? "All mail has been sent." : "No mail was sent in the last 90 days.";
  return (
    <>
      <Link to="/admin/mails">{waiting === 1 ? "One mail" : `${waiting} mails`}</Link>{" "}
      {waiting === 1 ? "waits" : "wait"} to be sent{isStuck ? ". An attempt has failed or is overdue." : "."}
    </>
  );
}

function FailedMails({ mails }: { mails: MailState["failed"] }) {
  return (
    <DataTable className="my-2" head={["To", "Subject", "Written", "Reason", hiddenTitle("Action")]}>
      {mails.map(({ id, recipient, subject, createdAt, lastError }) => (
        <tr key={id}>
          <td data-label="To">{recipient}</td>
          <td data-label="Subject">{subject}</td>
          <td data-label="Written">
            <Age time={createdAt} />
          </td>
          <td data-label="Reason">{lastError}</td>
          <td>
            <Form method="post" action="/admin?index">
              <input type="hidden" name="id" value={id} />
              <Button type="submit" quiet small aria-label={`Retry the mail to ${recipient}`}>
                Retry
              </Button>
            </Form>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
