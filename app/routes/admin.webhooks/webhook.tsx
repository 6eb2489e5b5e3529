import { DataTable } from "~/components/admin/data-table";
import { ActionsForm, PageLine } from "~/components/admin/page-parts";
import { Badge, Hint } from "~/components/admin/text";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import type { webhooks } from "~/models/readers/webhooks/webhooks.server";

type WebhookRow = Awaited<ReturnType<typeof webhooks>>[number];

/** Shows a webhook with its latest deliveries. */
export function Webhook({ webhook, hasRecentSignIn }: { webhook: WebhookRow; hasRecentSignIn: boolean }) {
  const { id, url, events, status, nextAttemptAt, deliveries } = webhook;
  return (
    <section aria-labelledby={id} className="mt-8">
      <PageLine>
        <h2 id={id} className="text-xl wrap-anywhere">
          {url}
        </h2>
        <ActionsForm method="post" action="/admin/webhooks">
          <span className={hasRecentSignIn ? "" : "hidden script:block"}>
            <Button type="submit" quiet small name="test" value={id} aria-label={`Test ${url}`}>
              Test
            </Button>
          </span>
          <ButtonLink quiet danger small to={`/admin/webhooks/${id}/delete`} aria-label={`Delete ${url}`}>
            Delete
          </ButtonLink>
        </ActionsForm>
      </PageLine>
      <Hint className="my-2">{events.join(", ")}</Hint>
      {status === "off" && (
        <p>
          <Badge tone="bad">Switched off</Badge> Its deliveries failed for days. A successful test switches it on again,
          and it then gets all missed deliveries.
        </p>
      )}
      {nextAttemptAt && (
        <p>
          The next attempt is at <ShortTime time={nextAttemptAt} />. Later changes wait until then.
        </p>
      )}
      {deliveries.length > 0 && (
        <DataTable head={["Event", "Record", "Tried", "Attempts", "Result"]}>
          {deliveries.map((delivery) => (
            <tr key={delivery.id}>
              <td>{delivery.event}</td>
              <td data-label="Record">{delivery.recordId}</td>
              <td data-label="Tried">
                <ShortTime time={delivery.triedAt} />
              </td>
              <td data-label="Attempts">{delivery.attempts}</td>
              <td data-label="Result">
                <Badge tone={delivery.status === "delivered" ? "good" : "bad"}>{delivery.status}</Badge>{" "}
                {delivery.answer}
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}
