/**
 * Readers type and choose before the scripts start, and browsers fill forms again after Back. React resets text areas when it
 * hydrates and hears of no earlier change, and effects would take such values for those of the page. Therefore controls are reset
 * before hydration. Afterwards they are changed again, with the events of a reader's change.
 */

/** `sent` is set by app/http/start-source.server.ts when the reader sent a form before hydration. */
type StartWindow = { sent?: boolean };
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Change {
  control: Control;
  /** Resets the control to what the server sent. */
  reset(): void;
  /** Changes a control again that lost its change, and dispatches events unless it is told to be silent. */
  repeat(isSilent: boolean): void;
}

/** Resets the controls that were changed. The returned function changes them again, and returns the focus to its control. */
export function resetEarlyChanges(): () => void {
  const focused = document.activeElement;
  const changes = Array.from(document.querySelectorAll<Control>("input, textarea, select"), noteChange);
  for (const { reset } of changes) reset();
  return () => {
    // An effect may move the focus from where the page put it, but not from where the reader is.
    if (focused?.matches(":is(input, textarea, select):not([autofocus])"))
      (focused as Control).focus({ preventScroll: true });
    // The page that answers a sent form has its values, so nothing may store them.
    const { sent = false } = window as StartWindow;
    for (const { control, repeat } of changes.filter(isKept)) repeat(sent || isSentAtOnce(control));
  };
}

const isSentAtOnce = ({ dataset }: Control) => dataset.send !== undefined;

/** Returns false for filters that the browser filled again: they follow the address. */
function isKept({ control }: Change): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isFilter = isSentAtOnce(control) || control.form?.matches("[role=search]");
  return !isFilter || visit?.type === "navigate" || control === document.activeElement;
}

function noteChange(control: Control): Change {
  if (control instanceof HTMLSelectElement) return noteOptions(control);
  if (/^(checkbox|radio)$/.test(control.type)) return noteTick(control as HTMLInputElement);
  return noteText(control);
}

function noteOptions(control: HTMLSelectElement): Change {
  const selected = Array.from(control.selectedOptions);
  const select = (isSelected: (option: HTMLOptionElement) => boolean) => {
    for (const option of control.options) option.selected = isSelected(option);
  };
  return {
    control,
    reset: () => select(({ defaultSelected }) => defaultSelected),
    repeat(isSilent) {
      if (
        String(selected.map(({ index }) => index)) === String(Array.from(control.selectedOptions, ({ index }) => index))
      )
        return;
      select((option) => selected.includes(option));
      if (!isSilent) announce(control);
    },
  };
}

function noteTick(control: HTMLInputElement): Change {
  const { checked } = control;
  return {
    control,
    reset() {
      control.checked = control.defaultChecked;
    },
    repeat(isSilent) {
      // The button that takes the place of a radio button clears it.
      if (control.checked === checked || (!checked && control.type === "radio")) return;
      if (isSilent) control.checked = checked;
      else control.click();
    },
  };
}

function noteText(control: HTMLInputElement | HTMLTextAreaElement): Change {
  const { value, selectionStart, selectionEnd, selectionDirection, scrollTop } = control;
  return {
    control,
    reset() {
      // Half a number or date has no value that could be set again.
      if (control.type !== "file" && value !== control.defaultValue && !control.validity.badInput)
        control.value = control.defaultValue;
    },
    repeat(isSilent) {
      const isFile = control.type === "file" && value !== "";
      if (isFile ? isSilent : control.value === value) return;
      // React hears only of values that are not set through its own property of the element.
      if (isSilent) control.value = value;
      else if (!isFile)
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
      control.scrollTop = scrollTop;
      // Addresses of mail and numbers have no selection.
      if (control === document.activeElement && selectionStart !== null)
        control.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
      if (!isSilent) announce(control);
    },
  };
}

function announce(control: Control): void {
  for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
}
