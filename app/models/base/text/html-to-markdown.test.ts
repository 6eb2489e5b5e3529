import { expect, test } from "vitest";
import { htmlToMarkdown } from "./html-to-markdown.server";

test("EM01 resolves character references in a text without tags", () => {
  expect(htmlToMarkdown("J&uuml;rgen &amp; Zo&#xeb;&hellip; A&B &nonsense; &copy=1")).toBe(
    "Jürgen & Zoë… A&B &nonsense; &copy=1",
  );
});

test("EM01 converts a text with tags to Markdown", () => {
  expect(htmlToMarkdown("<p>J&uuml;rgen is a <b>biologist</b>.</p><ul><li>One</li></ul>")).toBe(
    "Jürgen is a **biologist**.\n\n- One",
  );
});

test("leaves out the scripts and styles of a page", () => {
  const html = "<style>p { color: red }</style><p>Works on <b>worms</b>.</p><script>alert(1)</script>";
  expect(htmlToMarkdown(html)).toBe("Works on **worms**.");
});

test("keeps paragraphs and Markdown around tags within a line", () => {
  const text =
    'First on <i>E. coli</i>.\n\n**Bold**, [link](https://a.example), <a href="https://b.example"><span>b</span></a>, <a href=https://c.example>c</a>.\n\n- <b>one</b>\n- two';
  expect(htmlToMarkdown(text)).toBe(
    "First on *E. coli*.\n\n**Bold**, [link](https://a.example), [b](https://b.example), [c](https://c.example).\n\n- **one**\n- two",
  );
});

test("converts paragraphs, items and cells whose end tags are left out, however many", () => {
  expect(htmlToMarkdown(`<p>One <b>bold</b> ${"<p>word".repeat(500)}`)).toMatch(/^One \*\*bold\*\*\n\nword\n\nword/);
  expect(htmlToMarkdown(`<ul>${"<li><p>item".repeat(500)}</ul>`)).toMatch(/^- item\s+- item/);
  expect(htmlToMarkdown(`<b>x</b>${"<div><p>a</div>".repeat(500)}`)).toMatch(/^\*\*x\*\*\n\na\n\na/);
});

test.each([
  ["elements", "<div>"],
  ["elements between end tags without an element", "<div></span>"],
  ["emphasis that no paragraph ends", '<p><b class="a">'],
  ["tables within open cells", "<div><table><tr><td></div>"],
])("keeps only the words of too many levels of %s", (_, tags) => {
  expect(htmlToMarkdown(`<p><b>Word</b>${tags.repeat(200)}`)).toBe("Word");
});
