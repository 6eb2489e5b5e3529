import { lazy, Suspense, useEffect, useState } from "react";

// Most visits never press one, and the page is the same for everybody: who is on a list is known in the browser only.
const LiveListButton = lazy(() => import("./live-list-button"));

/** On a card: puts somebody on the reader's list, and takes them off again. Without scripts it is on the profile. */
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
