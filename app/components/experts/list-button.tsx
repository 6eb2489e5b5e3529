import { Suspense, useEffect, useState } from "react";
import { later } from "~/components/ui/toast";

// Loaded lazily, because most visitors never save anybody. Only the browser knows the list, so that the page can be cached for everybody.
const LiveListButton = later(() => import("./live-list-button"));

/** Adds a person to the reader's list, or removes them. Without scripts the profile page has this button. */
export function ListButton(person: { slug: string; name: string }) {
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return (
    isLive && (
      <Suspense>
        <LiveListButton {...person} />
      </Suspense>
    )
  );
}
