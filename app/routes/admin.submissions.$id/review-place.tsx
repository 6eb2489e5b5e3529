import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import { call } from "~/components/ui/api-client";
import { Button } from "~/components/ui/button";
import { Age } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import type { Place } from "~/models/editing/submissions/places.server";

/** A place ends a minute after the last sign of life. */
const SIGN_MS = 20_000;

/** Shows who else has this submission open, and how to take it over. With scripts the page renews its own reservation. */
export function ReviewPlace({ id, place }: { id: string; place: Place }) {
  const [now, setNow] = useState(place);
  useEffect(() => setNow(place), [place]);
  useEffect(() => {
    const path = `/api/admin/submissions/${id}/place`;
    let isOver = false;
    // Without an answer nothing is known anew: the next sign asks again.
    const sign = () =>
      document.visibilityState === "visible" &&
      call<Place>(path, { method: "PUT", body: {}, isUnasked: true }).then(
        (holder) => !isOver && setNow(holder),
        () => {},
      );
    const leave = () => void call(path, { method: "DELETE", keepalive: true, isUnasked: true }).catch(() => {});
    sign();
    const timer = setInterval(sign, SIGN_MS);
    document.addEventListener("visibilitychange", sign);
    window.addEventListener("pagehide", leave);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", sign);
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [id]);
  return (
    <div role="status">
      {now.by && now.since && (
        <Notice tone="caution" className="mb-3">
          <Form method="post" className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span>
              {now.by} is looking at this (opened <Age time={now.since} />
              ).
            </span>
            <Button type="submit" quiet small name="intent" value="take">
              Take it over
            </Button>
          </Form>
        </Notice>
      )}
    </div>
  );
}
