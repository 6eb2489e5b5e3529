import { useEffect, useState } from "react";
import { useDeskKeys } from "./use-desk-keys";

/** The keys of a page, at work and written down; without scripts there are none. */
export function KeyLegend({ keys }: { keys: [key: string, what: string][] }) {
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  useDeskKeys();
  if (!live) return null;
  return (
    <p className="keys">
      {keys.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}
