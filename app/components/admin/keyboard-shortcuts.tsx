import { Link, useNavigate, useNavigation } from "@remix-run/react";
import { useLayoutEffect, useSyncExternalStore } from "react";
import { KEYS, KEYS_PAGE, type KeyAction, type KeyInUse, pressedKey } from "~/components/admin/keys";

/** The keys of a page, at work and written down; without scripts there are none. */
export function KeyboardShortcuts({ keys }: { keys: KeyInUse[] }) {
  // At once after the first page: another submission is another form, and its keys work with its first picture.
  const live = useSyncExternalStore(never, onClient, onServer);
  return live && keys.length > 0 ? <LiveShortcuts keys={keys} /> : null;
}

/** The time at which somebody pressed a link or button that leads to another page; the router reports it later. */
let ledOnAt = Number.NEGATIVE_INFINITY;
const LED_ON_MS = 2_000;
const LEADS_ON = "a[href]:not([target], [download]), button[type=submit]";

const never = () => () => {};
const onClient = () => true;
const onServer = () => false;

function LiveShortcuts({ keys }: { keys: KeyInUse[] }) {
  useKeyboardShortcuts();
  return (
    // A finger has no keys.
    <p className="mt-6 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted [@media(pointer:coarse)]:hidden">
      {keys.map(([action, what]) => (
        <span key={action}>
          <Key of={action} /> {what}
        </span>
      ))}
      <Link to={KEYS_PAGE}>
        <Key of="help" /> all keys
      </Link>
    </p>
  );
}

/** Shows the key of an action. */
export function Key({ of }: { of: KeyAction }) {
  return <kbd className="rounded-sm border border-edge px-1.5">{KEYS[of].key}</kbd>;
}

/**
 * One key presses what it is written on, by `keyed`; in a list, `j` and `k` go from one `data-row` link to the next, and `x` ticks
 * the row.
 * Not while something is typed or held down, or a dialog asks something. What is pressed while a page is on its way does nothing:
 * nobody has seen yet what it would be about.
 */
function useKeyboardShortcuts(): void {
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  useLayoutEffect(() => {
    const arrival = performance.now();
    const onKey = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey, repeat, isComposing } = event;
      const key = pressedKey(event);
      if (ctrlKey || metaKey || altKey || repeat || isComposing || key.length !== 1) return;
      // A busy machine hands over late what was pressed before this page was there.
      if (event.timeStamp < arrival) return;
      if ((target instanceof Element && target.closest(TYPING)) || document.querySelector("dialog:modal")) return;
      if (!isIdle || performance.now() - ledOnAt < LED_ON_MS) return;
      if (key === KEYS.help.key) return navigate(KEYS_PAGE);
      const written = document.querySelector<HTMLElement>(`main [data-key="${CSS.escape(key)}"]`);
      const tick = key === KEYS.select.key ? rowNow()?.querySelector<HTMLElement>("input[name='ids[]']") : null;
      const pressed = written ?? tick;
      const chosen = pressed ?? rowFor(key);
      if (!chosen) return;
      event.preventDefault();
      if (pressed && !pressed.matches(TYPING)) pressed.click();
      else chosen.focus();
    };
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest(LEADS_ON)) ledOnAt = performance.now();
    };
    if (isIdle) ledOnAt = Number.NEGATIVE_INFINITY;
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("click", onClick);
    };
  }, [isIdle, navigate]);
}

/** A checkbox takes no letters. */
const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** The row of a list that has the focus, wherever in it. */
function rowNow(): HTMLElement | null {
  return document.activeElement?.closest("tr") ?? null;
}

function rowFor(key: string): HTMLElement | undefined {
  if (key !== KEYS.next.key && key !== KEYS.previous.key) return undefined;
  const rows = Array.from(document.querySelectorAll<HTMLElement>("main [data-row]"));
  const row = rowNow();
  const now = rows.findIndex(
    (candidate) => candidate === document.activeElement || (row !== null && candidate.closest("tr") === row),
  );
  return key === KEYS.next.key ? rows[now + 1] : rows[Math.max(0, now - 1)];
}
