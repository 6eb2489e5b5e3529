import { inspect } from "node:util";
import { decodeHTML } from "entities";
import {
  Element as AnyElement,
  HTMLButtonElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
  parseHTML,
} from "linkedom";
import { formOf, valuesOf } from "./form-fields";

/**
 * Parses a page of the site in a third of the processor time that jsdom takes. Markup that may be malformed, such as what strangers
 * wrote, needs jsdom, which parses as browsers do.
 */
export function parsePage(html: string): Document {
  // linkedom keeps the capitals of attributes such as React's formMethod, and the entities and the first line break of a text area.
  const lowered = html.replace(/<[a-z][^<>]*>/g, (tag) => tag.replace(/\s[a-z]+[A-Z][a-zA-Z]*(?==)/g, lowerCase));
  const { document } = parseHTML(lowered);
  for (const field of document.querySelectorAll("textarea"))
    field.textContent = decodeHTML((field.textContent ?? "").replace(/^\n/, ""));
  return document;
}

const lowerCase = (text: string) => text.toLowerCase();

// linkedom leaves out these properties of controls, or does not know their defaults.
define(HTMLInputElement, "type", (input) => input.getAttribute("type")?.toLowerCase() ?? "text");
define(HTMLInputElement, "checked", (input) => input.hasAttribute("checked"));
define(HTMLInputElement, "value", (input) => {
  const isChoice = /^(checkbox|radio)$/i.test(input.getAttribute("type") ?? "");
  return input.getAttribute("value") ?? (isChoice ? "on" : "");
});
define(HTMLButtonElement, "type", (button) => button.getAttribute("type")?.toLowerCase() ?? "submit");
define(HTMLButtonElement, "value", (button) => button.getAttribute("value") ?? "");
define(HTMLSelectElement, "value", (select) => valuesOf(select)[0] ?? "");
for (const control of [HTMLInputElement, HTMLButtonElement, HTMLSelectElement, HTMLTextAreaElement])
  define(control, "form", formOf);

// A failed test prints an element as its markup, because following every property to all other elements takes minutes.
Object.assign(AnyElement.prototype, {
  [inspect.custom](this: Element) {
    return this.outerHTML;
  },
});

function define<Value>({ prototype }: { prototype: object }, name: string, get: (element: Element) => Value): void {
  Object.defineProperty(prototype, name, {
    // Test files share a process, and each defines the properties again.
    configurable: true,
    get(this: Element) {
      return get(this);
    },
  });
}
