import { expect, test } from "vitest";
import { parsePage } from "../../../test/support/parse-page";
import { addBlankLines } from "./pasted-text";

const documentOf = (body: string) =>
  parsePage(
    `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment-->${body}<!--EndFragment--></body></html>`,
  );
const wordDocument = (...texts: string[]) =>
  documentOf(texts.map((text) => `<p class=MsoNormal><span lang=EN-US>${text}<o:p></o:p></span></p>`).join("\n\n"));

test("AR05 the paragraphs of a text from Word, which ends each with a single line break, are kept apart", () => {
  const text = "First paragraph.\r\nSecond paragraph.\r\n";
  expect(addBlankLines(text, wordDocument("First\nparagraph.", "Second paragraph."))).toBe(
    "First paragraph.\n\nSecond paragraph.",
  );
  const textWithEmptyParagraphs = "First.\r\n\u00a0\r\n\u00a0\r\nSecond.\r\n";
  expect(addBlankLines(textWithEmptyParagraphs, wordDocument("First.", "&nbsp;", "&nbsp;", "Second."))).toBe(
    "First.\n\nSecond.",
  );
});

test("AR05 verses and the entries of a list stay together", () => {
  const verses = documentOf(
    "<h1>Tides</h1><p>One line<br>\nand its next</p><ul><li>Ebb</li><li>Flow</li></ul><p>End</p>",
  );
  expect(addBlankLines("Tides\nOne line\vand its next\nEbb\nFlow\nEnd", verses)).toBe(
    "Tides\n\nOne line\nand its next\n\nEbb\nFlow\n\nEnd",
  );
});

test.each([
  ["its paragraphs are apart already", "One.\n\nTwo.", "<p>One.</p><p>Two.</p>"],
  ["it is one paragraph with its own breaks", "One\ntwo", "<p>One<br>two</p>"],
  ["it is a list", "One\nTwo", "<ul><li>One</li><li>Two</li></ul>"],
  ["it is code or another text without paragraphs", "a\nb", "<div>a</div><div>b</div>"],
  [
    "it is a table, whose rows are lines",
    "a\tb\nc\td",
    "<table><tr><td><p>a</p><td><p>b</p><tr><td><p>c</p><td><p>d</p></table>",
  ],
])("AR05 a text is pasted as it is if %s", (_, plainText, html) => {
  expect(addBlankLines(plainText, documentOf(html))).toBeUndefined();
});
