import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";

// Most visits never press one, and the page is the same for everybody: who is on a list is known in the browser only.
const LiveListButton = lazy(() => import("./live-list-button"));

interface Props {
  slug: string;
  name: string;
  className?: string;
  /** Until scripts run, and without them. */
  children?: ReactNode;
}

/** Puts somebody on the reader's list, and takes them off again. */
export function ListButton({ children, ...person }: Props) {
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return isLive ? (
    <Suspense fallback={children}>
      <LiveListButton {...person} />
    </Suspense>
  ) : (
    children
  );
}
