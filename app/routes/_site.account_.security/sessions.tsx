import { Form } from "@remix-run/react";
import { AccountSection } from "~/components/forms/account-section";
import { Button } from "~/components/ui/button";
import { utcMoment } from "~/components/ui/dates";
import { describeDevice } from "~/models/base/accounts/devices";
import type { SessionView } from "~/models/base/accounts/sessions.server";

/** Lists the sessions with buttons to end them. Sign Out in the header ends the current one. */
export function AccountSessions({ sessions }: { sessions: SessionView[] }) {
  return (
    <AccountSection title="Where you are signed in">
      <p className="mb-4 text-sm text-muted">
        Each device is shown with a shortened network address. We do not look up its place.
      </p>
      <ul className="mb-4">
        {sessions.map(({ id, current, userAgent, place, lastSeenAt }) => (
          <li key={id} className="flex items-center justify-between gap-4 pb-3">
            <div>
              <strong>{describeDevice(userAgent)}</strong>
              {current && " (this device)"}
              <p className="text-sm text-muted">
                {place}, last used <time dateTime={lastSeenAt}>{utcMoment(lastSeenAt)}</time>
              </p>
            </div>
            {!current && (
              <Form method="post" action="/account/sessions">
                <input type="hidden" name="id" value={id} />
                <Button type="submit" quiet small>
                  Sign out<span className="sr-only"> {describeDevice(userAgent)}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <Form method="post" action="/account/sessions">
          <Button type="submit" quiet>
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </AccountSection>
  );
}
