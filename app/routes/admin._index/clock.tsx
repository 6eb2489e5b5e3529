import { Form } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { utcMoment } from "~/components/ui/dates";
import type { waiting } from "~/models/whole/dashboard/statistics.server";

type DoubtedClock = NonNullable<Awaited<ReturnType<typeof waiting>>["clock"]>;

/** A clock that does not fit to what is stored. */
export function Clock({ clock: { isAhead, now, newest } }: { clock: DoubtedClock }) {
  return (
    <>
      The server’s clock says {utcMoment(now)}, {isAhead ? "more than a month after" : "before"} the newest entry of
      this site, of {utcMoment(newest)}. Nothing is deleted until the server ran for an hour, or you say that it is
      right. If it is wrong, please set it and start the server again.
      <Form method="post" action="/admin?index" className="mt-2">
        <Button type="submit" quiet small name="intent" value="clock">
          The clock is right
        </Button>
      </Form>
    </>
  );
}
