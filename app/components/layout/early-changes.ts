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
  const focusedElement = document.activeElement as HTMLInputElement;
  const controls = Array.from(document.querySelectorAll<Control>("input, textarea, select"));
  // The notes come first, because radio buttons reset each other.
  const repeatChanges = controls.map(noteChange).map((reset) => reset());
  return () => {
    // An effect may move the focus from where the page put it, but not from where the reader is.
    if (controls.includes(focusedElement) && !focusedElement.autofocus) focusedElement.focus({ preventScroll: true });
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    controls.forEach((control, index) => {
      // Filters that the browser filled again follow the address.
      const followsAddress = visit?.type !== "navigate" && control.matches("[data-send], [role=search] *");
      if (!followsAddress || control === document.activeElement)
        // The page that answers a sent form has its values, so nothing may store them (app/http/start-source.server.ts).
        repeatChanges[index]?.("sent" in window || control.matches("[data-send]"));
    });
  };
}

function noteChange(control: Control): Reset {
  const input = control as HTMLInputElement;
  const isTick = /^(checkbox|radio)$/.test(input.type);
  const property = isTick ? "checked" : "value";
  const state = input[property];
  // Addresses of mail, numbers and choices have no selection.
  const { type, selectionStart, selectionEnd } = input;
  const isFile = type === "file";
  return () => {
    if (control instanceof HTMLSelectElement)
      for (const option of control.options) option.selected = option.defaultSelected;
    else if (isTick) input.checked = input.defaultChecked;
    // Half a number or date has no value that could be set again.
    else if (!isFile && state !== control.defaultValue && !control.validity.badInput)
      control.value = control.defaultValue;
    return (isSilent) => {
      // A radio button is cleared by the one that takes its place.
      if (isFile ? !state : input[property] === state || (type === "radio" && !state)) return;
      if (isTick && !isSilent) return control.click();
      // React hears only of values that are not set through its own property of the element.
      if (!isFile) Reflect.set(Object.getPrototypeOf(control), property, state, control);
      if (control === document.activeElement && (selectionStart ?? -1) >= 0)
        input.setSelectionRange(selectionStart, selectionEnd);
      if (isSilent) return;
      for (const name of ["input", "change"]) control.dispatchEvent(new Event(name, { bubbles: true }));
    };
  };
}
