import { Link, useNavigate, useNavigation } from "@remix-run/react";
import { useLayoutEffect, useSyncExternalStore } from "react";
import { KEYS, KEYS_PAGE, type KeyAction, type KeyInUse, pressedKey } from "~/components/admin/keys";

/** Listens to the keys of a page and lists them. Shows nothing without scripts. */
export function KeyboardShortcuts({ keys }: { keys: KeyInUse[] }) {
  // After hydration the keys work from the first render of each further page.
  const isHydrated = useSyncExternalStore(subscribeToNothing, isOnClient, isOnServer);
  return isHydrated && keys.length > 0 ? <LiveShortcuts keys={keys} /> : null;
}

/** The time of the last click on a link or submit button. The router reports the navigation only later. */
let lastNavigationClick = Number.NEGATIVE_INFINITY;
const NAVIGATION_START_MS = 2_000;
const NAVIGATION_CONTROLS = "a[href]:not([target], [download]), button[type=submit]";

const subscribeToNothing = () => () => {};
const isOnClient = () => true;
const isOnServer = () => false;

function LiveShortcuts({ keys }: { keys: KeyInUse[] }) {
  useKeyboardShortcuts();
  return (
    // Touch screens have no keys, so the list is hidden there.
    <p className="mt-6 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted [@media(pointer:coarse)]:hidden">
      {keys.map(([action, label]) => (
        <span key={action}>
          <Key action={action} /> {label}
        </span>
      ))}
      <Link to={KEYS_PAGE}>
        <Key action="help" /> all keys
      </Link>
    </p>
  );
}

/** Shows the key of an action. */
export function Key({ action }: { action: KeyAction }) {
  return <kbd className="rounded-sm border border-edge px-1.5">{KEYS[action].key}</kbd>;
}

/**
 * Presses the control whose `data-key` is the pressed key. In a list, `j` and `k` move between `data-row` links, and `x` ticks the row.
 * Ignores keys in text fields, with a modifier, and while a dialog is open. Ignores them too while a page is loading, because
 * nobody has seen yet what they would act on.
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
      // A busy browser may deliver keys late that were pressed on the former page.
      if (event.timeStamp < arrival) return;
      if ((target instanceof Element && target.closest(TEXT_FIELDS)) || document.querySelector("dialog:modal")) return;
      if (!isIdle || performance.now() - lastNavigationClick < NAVIGATION_START_MS) return;
      if (key === KEYS.help.key) return navigate(KEYS_PAGE);
      const keyedControl = document.querySelector<HTMLElement>(`main [data-key="${CSS.escape(key)}"]`);
      const rowCheckbox =
        key === KEYS.select.key ? focusedRow()?.querySelector<HTMLElement>("input[name='ids[]']") : null;
      const pressedControl = keyedControl ?? rowCheckbox;
      const focusTarget = pressedControl ?? rowFor(key);
      if (!focusTarget) return;
      event.preventDefault();
      if (pressedControl && !pressedControl.matches(TEXT_FIELDS)) pressedControl.click();
      else focusTarget.focus();
    };
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest(NAVIGATION_CONTROLS)) lastNavigationClick = performance.now();
    };
    if (isIdle) lastNavigationClick = Number.NEGATIVE_INFINITY;
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("click", onClick);
    };
  }, [isIdle, navigate]);
}

/** Fields that take letters; checkboxes do not. */
const TEXT_FIELDS = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/** Returns the table row that contains the focus. */
function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest("tr") ?? null;
}

function rowFor(key: string): HTMLElement | undefined {
  if (key !== KEYS.next.key && key !== KEYS.previous.key) return undefined;
  const rows = Array.from(document.querySelectorAll<HTMLElement>("main [data-row]"));
  const row = focusedRow();
  const focusedIndex = rows.findIndex(
    (candidate) => candidate === document.activeElement || (row !== null && candidate.closest("tr") === row),
  );
  return key === KEYS.next.key ? rows[focusedIndex + 1] : rows[Math.max(0, focusedIndex - 1)];
}
