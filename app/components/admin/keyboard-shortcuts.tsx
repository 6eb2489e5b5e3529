import { useNavigation } from "@remix-run/react";
import { useEffect, useLayoutEffect, useState } from "react";

type Keys = [key: string, what: string][];

/** The keys of a page, at work and written down; without scripts there are none. */
export function KeyboardShortcuts({ keys }: { keys: Keys }) {
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return live ? <LiveShortcuts keys={keys} /> : null;
}

function LiveShortcuts({ keys }: { keys: Keys }) {
  useKeyboardShortcuts();
  return (
    <p className="mt-6 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {keys.map(([key, what]) => (
        <span key={key}>
          <kbd className="rounded-sm border border-edge px-1.5">{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}

/**
 * One key presses what it is written on, `data-key="a"`; in a list, `j` and `k` go from one `data-row` link to the next.
 * Not while something is typed, is held down, or is on its way.
 */
function useKeyboardShortcuts(): void {
  const isIdle = useNavigation().state === "idle";
  // With the page that they belong to, so that no key is lost once it is seen.
  useLayoutEffect(() => {
    if (!isIdle) return;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
      if (ctrlKey || metaKey || altKey || repeat || key.length !== 1) return;
      if (target instanceof Element && target.closest(TYPING)) return;
      const pressed = document.querySelector<HTMLElement>(`main [data-key="${CSS.escape(key)}"]`);
      const chosen = pressed ?? rowFor(key);
      if (!chosen) return;
      event.preventDefault();
      if (pressed && !(pressed instanceof HTMLTextAreaElement)) pressed.click();
      else chosen.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isIdle]);
}

/** A checkbox takes no letters. */
const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

function rowFor(key: string): HTMLElement | undefined {
  if (key !== "j" && key !== "k") return undefined;
  const rows = Array.from(document.querySelectorAll<HTMLElement>("main [data-row]"));
  const now = rows.indexOf(document.activeElement as HTMLElement);
  return key === "j" ? rows[now + 1] : rows[Math.max(0, now - 1)];
}
