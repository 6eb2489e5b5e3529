/** What somebody typed into the forms of a page, as this browser keeps it until it is saved. */
export interface TypedField {
  /** The path that its form is sent to: some pages have several forms, of which not all are open each time. */
  form: string;
  name: string;
  /** Which one of those with this name and form, from 0. */
  at: number;
  value: string;
  /** Of a checkbox or radio button, which is known by its value. */
  checked?: boolean;
}

export interface Typed {
  /** ISO 8601. */
  at: string;
  /** It was sent, and nobody knows yet whether it was taken. */
  isSent: boolean;
  /** The path that it was sent to. */
  sentTo?: string;
  fields: TypedField[];
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** No secrets, no files, no searches, and nothing that only chooses rows of a list. */
function controlsIn(root: ParentNode): Control[] {
  const forms = Array.from(root.querySelectorAll("form")).filter(({ method }) => method === "post");
  return forms
    .flatMap((form) =>
      Array.from(form.elements).filter(
        (element): element is Control =>
          (element instanceof HTMLInputElement &&
            !SKIPPED.has(element.type) &&
            element.autocomplete !== "one-time-code") ||
          element instanceof HTMLTextAreaElement ||
          element instanceof HTMLSelectElement,
      ),
    )
    .filter(({ name }) => name !== "" && !CHOOSING.has(name));
}

const SKIPPED = new Set(["hidden", "password", "file", "submit", "button", "image", "reset"]);
const CHOOSING = new Set(["ids[]", "all", "choice"]);

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");

/** The fields that differ from what the page came with. */
export function typedIn(root: ParentNode): TypedField[] {
  return numbered(controlsIn(root)).flatMap(({ form, control, at }) => {
    const { name, value } = control;
    if (isTicked(control))
      return control.checked === control.defaultChecked ? [] : [{ form, name, at, value, checked: control.checked }];
    const isChanged =
      control instanceof HTMLSelectElement
        ? Array.from(control.options).some(({ selected, defaultSelected }) => selected !== defaultSelected) &&
          value !== startOf(control)
        : value !== control.defaultValue;
    return isChanged ? [{ form, name, at, value }] : [];
  });
}

/** What the browser chooses where no option says that it is chosen. */
function startOf({ options }: HTMLSelectElement): string {
  const all = Array.from(options);
  return (all.find(({ defaultSelected }) => defaultSelected) ?? all[0])?.value ?? "";
}

interface Numbered {
  form: string;
  control: Control;
  at: number;
}

function numbered(controls: Control[]): Numbered[] {
  const counts = new Map<string, number>();
  return controls.map((control) => {
    const form = control.form ? pathOf(control.form) : "";
    const key = `${form} ${control.name}`;
    const at = counts.get(key) ?? 0;
    counts.set(key, at + 1);
    return { form, control, at };
  });
}

/** Returns the path that a form is sent to. A field may be called "action", too. */
export function pathOf(form: HTMLFormElement): string {
  return new URL(form.getAttribute("action") ?? "", document.baseURI).pathname;
}

/** Those whose field on the page says something else now. */
export function missingFrom(root: ParentNode, fields: TypedField[]): TypedField[] {
  const controls = numbered(controlsIn(root));
  return fields.filter((field) => {
    const control = controlFor(controls, field);
    if (!control) return true;
    return field.checked === undefined
      ? control.value !== field.value
      : isTicked(control) && control.checked !== field.checked;
  });
}

/** Types it again, so that whoever listens to the fields hears it; gives those that have no field any more. */
export function putBack(root: ParentNode, fields: TypedField[]): TypedField[] {
  return fields.filter((field) => {
    const control = controlFor(numbered(controlsIn(root)), field);
    if (!control) return true;
    for (let folded = control.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null)
      folded.open = true;
    if (field.checked !== undefined) {
      if (isTicked(control) && control.checked !== field.checked) control.click();
      return false;
    }
    // React hides the setter of an element behind one of its own, which hears no change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, field.value);
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.dispatchEvent(new Event("change", { bubbles: true }));
    return false;
  });
}

function controlFor(controls: Numbered[], field: TypedField): Control | undefined {
  return controls.find(
    ({ form, control, at }) =>
      form === field.form &&
      control.name === field.name &&
      (field.checked === undefined ? at === field.at : control.value === field.value),
  )?.control;
}
