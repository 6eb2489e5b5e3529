/** A field with unsaved text or a changed checkbox, as the browser stores it. */
export interface TypedField {
  /** The path that its form posts to. It identifies the form, because a page may have several. */
  form: string;
  name: string;
  /** The initial values of its row, if the form has a list of rows. They still name the row when others were removed or moved. */
  row?: string;
  /** The index among the fields with the same form, name and row. */
  at: number;
  value: string;
  /** The state of a checkbox or radio button, which is identified by its value. */
  checked?: boolean;
}

export interface StoredTyping {
  /** The ISO 8601 time of the last change. */
  at: string;
  /** True if the form was sent and its answer has not arrived yet. */
  isSent: boolean;
  /** The path that the form was sent to. */
  sentTo?: string;
  fields: TypedField[];
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns the fields of post forms, without secrets, files and the selection of list rows. */
function controlsIn(root: ParentNode): Control[] {
  const forms = Array.from(root.querySelectorAll("form")).filter(({ method }) => method === "post");
  return forms
    .flatMap((form) =>
      Array.from(form.elements).filter(
        (element): element is Control =>
          (element instanceof HTMLInputElement &&
            !SKIPPED_TYPES.has(element.type) &&
            element.autocomplete !== "one-time-code") ||
          element instanceof HTMLTextAreaElement ||
          element instanceof HTMLSelectElement,
      ),
    )
    .filter(({ name }) => name !== "" && !SELECTION_NAMES.has(name));
}

const SKIPPED_TYPES = new Set(["hidden", "password", "file", "submit", "button", "image", "reset"]);
const SELECTION_NAMES = new Set(["ids[]", "all", "choice"]);

const isCheckable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");

/** Returns the fields that differ from the HTML of the page. */
export function typedFieldsIn(root: ParentNode): TypedField[] {
  return indexControls(controlsIn(root)).flatMap(({ control, ...place }) => {
    const { name, value } = control;
    if (isCheckable(control))
      return control.checked === control.defaultChecked ? [] : [{ ...place, name, value, checked: control.checked }];
    const isChanged =
      control instanceof HTMLSelectElement
        ? Array.from(control.options).some(({ selected, defaultSelected }) => selected !== defaultSelected) &&
          value !== initialValue(control)
        : value !== initialValue(control);
    return isChanged ? [{ ...place, name, value }] : [];
  });
}

/** Returns the value in the HTML of the page. That of a select is its first option if none is marked as selected. */
function initialValue(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const allOptions = Array.from(control.options);
  return (allOptions.find(({ defaultSelected }) => defaultSelected) ?? allOptions[0])?.value ?? "";
}

interface IndexedControl {
  form: string;
  control: Control;
  row?: string;
  at: number;
}

function indexControls(controls: Control[]): IndexedControl[] {
  const counts = new Map<string, number>();
  return controls.map((control) => {
    const form = control.form ? pathOf(control.form) : "";
    const row = rowOf(control);
    const key = JSON.stringify([form, control.name, row]);
    const at = counts.get(key) ?? 0;
    counts.set(key, at + 1);
    return { form, control, row, at };
  });
}

function rowOf(control: Control): string | undefined {
  const controls = control.closest("li")?.querySelectorAll<Control>("input, textarea, select");
  return controls && JSON.stringify(Array.from(controls, initialValue));
}

/** Returns the path that a form posts to. Reads the attribute, because `form.action` may be a field with that name. */
export function pathOf(form: HTMLFormElement): string {
  return new URL(form.getAttribute("action") ?? "", document.baseURI).pathname;
}

/** Returns the fields whose value on the page differs. */
export function fieldsMissingFrom(root: ParentNode, fields: TypedField[]): TypedField[] {
  const controls = indexControls(controlsIn(root));
  return fields.filter((field) => {
    const control = controlFor(controls, field);
    if (control && hasValue(control, field)) return false;
    // A refused form has the sent values as its initial values, which name its rows.
    const isInOtherRow = ({ form, control }: IndexedControl) =>
      form === field.form && control.name === field.name && hasValue(control, field);
    return field.row === undefined || !controls.some(isInOtherRow);
  });
}

function hasValue(control: Control, { value, checked }: TypedField): boolean {
  return control.value === value && (checked === undefined || !isCheckable(control) || control.checked === checked);
}

/** Presses "Add" until the page has the rows of all fields that were in new rows. */
export async function addRowsFor(root: ParentNode, fields: TypedField[]): Promise<void> {
  for (const field of fields) {
    if (!field.row?.startsWith('[""')) continue;
    const list = field.name.split(".", 1)[0];
    const { at: fieldIndex } = field;
    // New rows before it may be empty.
    for (let index = 0; index <= fieldIndex && !controlFor(indexControls(controlsIn(root)), field); index++) {
      root.querySelector<HTMLButtonElement>(`button[name=step][value="add ${list}"]`)?.click();
      // The row is rendered after the event.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}

/** Fills the fields and dispatches their events. Returns those that have no field on the page. */
export function restoreFields(root: ParentNode, fields: TypedField[]): TypedField[] {
  return fields.filter((field) => {
    const control = controlFor(indexControls(controlsIn(root)), field);
    if (!control) return true;
    for (let details = control.closest("details"); details; details = details.parentElement?.closest("details") ?? null)
      details.open = true;
    if (field.checked !== undefined) {
      if (isCheckable(control) && control.checked !== field.checked) control.click();
      return false;
    }
    // React overrides the setter of the element, and would not notice a change made through its own one.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, field.value);
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.dispatchEvent(new Event("change", { bubbles: true }));
    return false;
  });
}

function controlFor(controls: IndexedControl[], field: TypedField): Control | undefined {
  return controls.find(
    ({ form, control, row, at }) =>
      form === field.form &&
      control.name === field.name &&
      row === field.row &&
      (field.checked === undefined ? at === field.at : control.value === field.value),
  )?.control;
}
