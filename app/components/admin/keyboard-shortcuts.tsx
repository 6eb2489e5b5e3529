import { useNavigation } from "@remix-run/react";
import { useLayoutEffect, useSyncExternalStore } from "react";

type Keys = [key: string, what: string][];

/** The keys of a page, at work and written down; without scripts there are none. */
export function KeyboardShortcuts({ keys }: { keys: Keys }) {
  // At once after the first page: another submission is another form, and its keys work with its first picture.
  const live = useSyncExternalStore(never, onClient, onServer);
  return live && keys.length > 0 ? <LiveShortcuts keys={keys} /> : null;
}

/** The last key that was pressed while a page was on its way: the page that heard it is gone when the next one does it. */
let early = { key: "", at: Number.NEGATIVE_INFINITY };
const NONE = early;
/** Whoever has waited longer does not expect it any more. */
const EARLY_MS = 10_000;

/** When a link or a button was pressed that leads on: the router says so a moment later, and later on a busy machine. */
let ledOnAt = Number.NEGATIVE_INFINITY;
const LED_ON_MS = 2_000;
const LEADS_ON = "a[href]:not([target], [download]), button[type=submit]";

const never = () => () => {};
const onClient = () => true;
const onServer = () => false;

function LiveShortcuts({ keys }: { keys: Keys }) {
  useKeyboardShortcuts();
  return (
    // A finger has no keys.
    <p className="mt-6 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted [@media(pointer:coarse)]:hidden">
      {keys.map(([key, what]) => (
        <span key={key}>
          <kbd className="rounded-sm border border-edge px-1.5">{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}

/**
 * One key presses what it is written on, `data-key="a"`; in a list, `j` and `k` go from one `data-row` link to the next, and `x` ticks
 * the row.
 * Not while something is typed or held down, or a dialog asks something. What is pressed while a page is on its way is done once it is there, except a decision:
 * nobody has seen yet what it would be about.
 */
function useKeyboardShortcuts(): void {
  const isIdle = useNavigation().state === "idle";
  // With the page that they belong to, so that no key is lost once it is seen.
  useLayoutEffect(() => {
    const press = (key: string, event?: KeyboardEvent) => {
      const written = document.querySelector<HTMLElement>(`main [data-key="${CSS.escape(key)}"]`);
      const pressed = written ?? (key === "x" ? rowNow()?.querySelector<HTMLElement>("input[name='ids[]']") : null);
      const chosen = pressed ?? rowFor(key);
      if (!chosen || (!event && pressed instanceof HTMLButtonElement)) return;
      event?.preventDefault();
      if (pressed && !pressed.matches("textarea, select")) pressed.click();
      else chosen.focus();
    };
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
      if (ctrlKey || metaKey || altKey || repeat || key.length !== 1) return;
      if ((target instanceof Element && target.closest(TYPING)) || document.querySelector("dialog:modal")) return;
      if (isIdle && performance.now() - ledOnAt > LED_ON_MS) press(key, event);
      else early = { key, at: performance.now() };
    };
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest(LEADS_ON)) ledOnAt = performance.now();
    };
    if (isIdle) {
      ledOnAt = Number.NEGATIVE_INFINITY;
      const { key, at } = early;
      early = NONE;
      if (performance.now() - at < EARLY_MS) press(key);
    }
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("click", onClick);
    };
  }, [isIdle]);
}

/** A checkbox takes no letters. */
const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** The row of a list that has the focus, wherever in it. */
function rowNow(): HTMLElement | null {
  return document.activeElement?.closest("tr") ?? null;
}

function rowFor(key: string): HTMLElement | undefined {
  if (key !== "j" && key !== "k") return undefined;
  const rows = Array.from(document.querySelectorAll<HTMLElement>("main [data-row]"));
  const row = rowNow();
  const now = rows.findIndex((one) => one === document.activeElement || (row !== null && one.closest("tr") === row));
  return key === "j" ? rows[now + 1] : rows[Math.max(0, now - 1)];
}
