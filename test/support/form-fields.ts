/** Returns the fields that a form of a parsed page sends, without its buttons and files; an empty list without such a form. */
export function fieldsOfForm(document: Document, selector: string): [string, string][] {
  const form = document.querySelector(selector);
  return (form && fieldsByForm(document).get(form)) ?? [];
}

/** Returns the form that a control belongs to. */
export function formOf(control: Element): Element | null {
  const id = control.getAttribute("form");
  return id === null ? control.closest("form") : control.ownerDocument.getElementById(id);
}

/** Returns the fields that each form of a page sends, without buttons and files (https://html.spec.whatwg.org/#constructing-the-form-data-set). */
export function fieldsByForm(document: Document): Map<Element, [string, string][]> {
  const fields = new Map<Element, [string, string][]>();
  for (const control of document.querySelectorAll("input[name], select[name], textarea[name]")) {
    const form = formOf(control);
    if (!form || control.closest("[disabled]")) continue;
    const name = control.getAttribute("name") ?? "";
    const formFields = fields.get(form) ?? [];
    fields.set(form, [...formFields, ...valuesOf(control).map((value): [string, string] => [name, value])]);
  }
  return fields;
}

/** Returns the values that a control of a document without scripts sends. */
export function valuesOf(control: Element): string[] {
  if (control.localName === "textarea") return [control.textContent ?? ""];
  if (control.localName === "input") {
    const type = control.getAttribute("type") ?? "text";
    if (["button", "file", "image", "reset", "submit"].includes(type)) return [];
    const isChoice = type === "checkbox" || type === "radio";
    if (isChoice && !control.hasAttribute("checked")) return [];
    return [control.getAttribute("value") ?? (isChoice ? "on" : "")];
  }
  const options = [...control.querySelectorAll("option")].filter((option) => !option.closest("[disabled]"));
  const selectedOptions = options.filter((option) => option.hasAttribute("selected"));
  const sentOptions = control.hasAttribute("multiple") ? selectedOptions : [selectedOptions.at(-1) ?? options[0]];
  return sentOptions.flatMap((option) =>
    option ? [option.getAttribute("value") ?? option.textContent?.trim() ?? ""] : [],
  );
}
