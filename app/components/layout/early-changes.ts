/**
 * Readers type and choose before the scripts start, and browsers fill forms again after Back. React resets text areas when it
 * hydrates and hears of no earlier change, and effects would take such values for those of the page. Therefore controls are reset
 * before hydration. Afterwards they are changed again, with the events of a reader's change.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Resets a control to what the server sent. Returns a function that changes it again if it lost its change. */
type Reset = () => (isSilent: boolean) => void;

/** Resets the controls that were changed. The returned function changes them again, and returns the focus to its control. */
export function resetEarlyChanges(): () => void {
  const focused = document.activeElement;
  const controls = Array.from(document.querySelectorAll<Control>("input, textarea, select"));
  // The notes come first, because radio buttons reset each other.
  const repeats = controls.map(noteChange).map((reset) => reset());
  return () => {
    // An effect may move the focus from where the page put it, but not from where the reader is.
    if (focused?.matches(":is(input, textarea, select):not([autofocus])"))
      (focused as Control).focus({ preventScroll: true });
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    controls.forEach((control, at) => {
      const isSentAtOnce = control.matches("[data-send]");
      const isFilter = isSentAtOnce || control.form?.matches("[role=search]");
      // Filters that the browser filled again follow the address.
      if (!isFilter || visit?.type === "navigate" || control === document.activeElement)
        // The page that answers a sent form has its values, so nothing may store them (app/http/start-source.server.ts).
        repeats[at]?.(isSentAtOnce || "sent" in window);
    });
  };
}

function noteChange(control: Control): Reset {
  if (control instanceof HTMLSelectElement) return noteOptions(control);
  return /^(checkbox|radio)$/.test(control.type) ? noteTick(control as HTMLInputElement) : noteText(control);
}

function noteOptions(control: HTMLSelectElement): Reset {
  const options = Array.from(control.options);
  const states = options.map(({ selected }) => selected);
  return () => {
    for (const option of options) option.selected = option.defaultSelected;
    return (isSilent) => {
      if (options.every(({ selected }, at) => selected === states[at])) return;
      options.forEach((option, at) => {
        option.selected = states[at] ?? false;
      });
      if (!isSilent) announce(control);
    };
  };
}

function noteTick(control: HTMLInputElement): Reset {
  const { checked } = control;
  return () => {
    control.checked = control.defaultChecked;
    return (isSilent) => {
      // A radio button is cleared by the one that takes its place.
      if (control.checked === checked || (!checked && control.type === "radio")) return;
      if (isSilent) control.checked = checked;
      else control.click();
    };
  };
}

function noteText(control: HTMLInputElement | HTMLTextAreaElement): Reset {
  const { value, selectionStart, selectionEnd, scrollTop } = control;
  const isFile = control.type === "file";
  return () => {
    // Half a number or date has no value that could be set again.
    if (!isFile && value !== control.defaultValue && !control.validity.badInput) control.value = control.defaultValue;
    return (isSilent) => {
      if (isFile ? !value : control.value === value) return;
      // React hears only of values that are not set through its own property of the element.
      if (!isFile) Reflect.set(Object.getPrototypeOf(control), "value", value, control);
      control.scrollTop = scrollTop;
      // Addresses of mail and numbers have no selection.
      if (control === document.activeElement && selectionStart !== null)
        control.setSelectionRange(selectionStart, selectionEnd);
      if (!isSilent) announce(control);
    };
  };
}

function announce(control: Control): void {
  for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
}
