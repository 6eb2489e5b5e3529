import { Form } from "@remix-run/react";
import { deviceIn } from "~/models/accounts/devices";
import type { SessionView } from "~/models/accounts/sessions.server";

/** Where one is signed in, and ending it there; the present session is ended with Sign Out in the header. */
export function AccountSessions({ sessions }: { sessions: SessionView[] }) {
  return (
    <section>
      <h2>Where you are signed in</h2>
      <ul className="sessions">
        {sessions.map(({ id, current, userAgent, address, lastSeenAt }) => (
          <li key={id}>
            <div>
              <strong>{deviceIn(userAgent)}</strong>
              {current && " (this one)"}
              <p className="hint">
                {address}, last used <time dateTime={lastSeenAt}>{moment(lastSeenAt)}</time>
              </p>
            </div>
            {!current && (
              <Form method="post" action="/account/sessions">
                <input type="hidden" name="id" value={id} />
                <button type="submit" className="button quiet small">
                  Sign out<span className="sr-only"> {deviceIn(userAgent)}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <Form method="post" action="/account/sessions">
          <button type="submit" className="button quiet">
            Sign out everywhere else
          </button>
        </Form>
      )}
    </section>
  );
}

const MOMENT = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

function moment(time: string): string {
  return `${MOMENT.format(new Date(time))} UTC`;
}
