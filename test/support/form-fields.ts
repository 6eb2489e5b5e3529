/** Returns the fields that a form sends as it stands, without its buttons and files. */
export function fieldsOfForm(document: Document, selector: string): [string, string][] {
  const element = document.querySelector<HTMLFormElement>(selector) as HTMLFormElement;
  const { FormData } = document.defaultView as unknown as typeof globalThis;
  return Array.from(new FormData(element), ([name, value]): [string, string] => [name, String(value)]).filter(
    ([name]) => !name.endsWith("File"),
  );
}
