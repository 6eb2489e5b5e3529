import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import { call } from "~/components/ui/api-client";
import { Button } from "~/components/ui/button";
import { Age } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import type { Place } from "~/models/editing/submissions/places.server";

/** Milliseconds between two renewals. A reservation ends a minute after the last one. */
const RENEWAL_MS = 20_000;

/** Shows who else has this submission open, with a button to take it over. With scripts the page renews its own reservation. */
export function ReviewPlace({ id, place }: { id: string; place: Place }) {
  const [holder, setHolder] = useState(place);
  useEffect(() => setHolder(place), [place]);
  useEffect(() => {
    const path = `/api/admin/submissions/${id}/place`;
    let isCancelled = false;
    // A failed renewal changes nothing; the next one tries again.
    const renew = () =>
      document.visibilityState === "visible" &&
      call<Place>(path, { method: "PUT", body: {}, isBackground: true }).then(
        (currentPlace) => !isCancelled && setHolder(currentPlace),
        () => {},
      );
    const release = () => void call(path, { method: "DELETE", keepalive: true, isBackground: true }).catch(() => {});
    renew();
    const timer = setInterval(renew, RENEWAL_MS);
    document.addEventListener("visibilitychange", renew);
    window.addEventListener("pagehide", release);
    return () => {
      isCancelled = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
      window.removeEventListener("pagehide", release);
      release();
    };
  }, [id]);
  return (
    <div role="status">
      {holder.by && holder.since && (
        <Notice tone="caution" className="mb-3">
          <Form method="post" className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span>
              {holder.by} is reviewing this (opened <Age time={holder.since} />
              ).
            </span>
            <Button type="submit" quiet small name="intent" value="take">
              Take over
            </Button>
          </Form>
        </Notice>
      )}
    </div>
  );
}
