import { Form } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { utcMoment } from "~/components/ui/dates";
import type { dashboardMatters } from "~/models/whole/dashboard/statistics.server";

type ClockWarning = NonNullable<Awaited<ReturnType<typeof dashboardMatters>>["clock"]>;

/** Warns that the server's clock does not match the stored times. */
export function Clock({ clock: { isAhead, now, newest } }: { clock: ClockWarning }) {
  return (
    <>
      The server’s clock says {utcMoment(now)}, {isAhead ? "more than a month after" : "before"} the newest entry of
      this site ({utcMoment(newest)}). Nothing is deleted until the server has run for an hour or you confirm the clock.
      If the clock is wrong, please set it and restart the server.
      <Form method="post" action="/admin?index" className="mt-2">
        <Button type="submit" quiet small name="intent" value="clock">
          The clock is correct
        </Button>
      </Form>
    </>
  );
}
