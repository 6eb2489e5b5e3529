import { inspect } from "node:util";
import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { fieldsByForm } from "./form-fields";
import { parsePage } from "./parse-page";

const PAGE = `<!DOCTYPE html><html lang="en"><head><title>A &amp; B</title></head><body><main>
<form id="f" action="/a?b=1&amp;c=2" method="post"><fieldset disabled=""><input name="off" value="x"/></fieldset>
<input type="hidden" name="token" value="&quot;t&quot;"/><input name="empty"/><input type="file" name="file"/>
<input type="checkbox" name="on" checked=""/><input type="radio" name="radio" value="1"/><input type="radio" name="radio" value="2" checked=""/>
<select name="first"><option value="">None</option><option>Other</option></select>
<select name="text"><option disabled="">No</option><option> Of two &amp; words </option></select>
<select name="chosen"><option value="1">One</option><option value="2" selected="">Two</option></select>
<select name="many" multiple=""><option selected="">a</option><option selected="">b</option><option>c</option></select>
<textarea name="words">\n&lt;b&gt; it&#x27;s</textarea><button name="go" value="v" formMethod="get" formAction="/c">Go</button></form>
<input name="outside" form="f" value="o"/><p class="x" dir="auto">1 &lt; 2<br/>and <bdi>שלום</bdi></p></main></body></html>`;

const describeElements = (document: Document) =>
  Array.from(document.querySelectorAll("*"), ({ localName, attributes, textContent }) => ({
    localName,
    attributes: Object.fromEntries(Array.from(attributes, ({ name, value }) => [name, value])),
    textContent,
  }));

describe("parsePage reads a page as jsdom does", () => {
  const reference = new JSDOM(PAGE).window;

  test("its elements, attributes and texts", () => {
    expect(describeElements(parsePage(PAGE))).toEqual(describeElements(reference.document));
  });

  test("the properties of its controls", () => {
    const describeControls = (document: Document) =>
      Array.from(document.querySelectorAll<HTMLInputElement>("input, select, textarea, button"), (control) => ({
        name: control.name,
        type: control.localName === "input" || control.localName === "button" ? control.type : "",
        value: control.value,
        isChecked: control.localName === "input" && control.checked,
        form: control.form?.id,
      }));
    expect(describeControls(parsePage(PAGE))).toEqual(describeControls(reference.document));
  });

  test("the fields that its form sends", () => {
    const sentFields = [...new reference.FormData(reference.document.forms[0])].filter(
      ([, value]) => typeof value === "string",
    );
    expect([...fieldsByForm(parsePage(PAGE)).values()]).toEqual([sentFields]);
  });
});

test("a failed test prints an element as its markup", () => {
  const paragraph = parsePage(PAGE).querySelector("p");
  expect(inspect(paragraph)).toBe('<p class="x" dir="auto">1 &lt; 2<br>and <bdi>שלום</bdi></p>');
  expect(() => expect(paragraph).toBeNull()).toThrow('expected <p class="x"');
});
