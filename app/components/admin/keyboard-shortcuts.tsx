import { useEffect, useState } from "react";
import { useKeyboardShortcuts } from "./use-keyboard-shortcuts";

/** The keys of a page, at work and written down; without scripts there are none. */
export function KeyboardShortcuts({ keys }: { keys: [key: string, what: string][] }) {
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  useKeyboardShortcuts();
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
