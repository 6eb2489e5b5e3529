import createDOMPurify from "dompurify";
import fc from "fast-check";
import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "./markdown.server";
import { render, WRITTEN_HTML } from "./markdown-renderer";
import { plainText, shorten } from "./plain-text.server";

describe("PR08 links", () => {
  test.each([
    "http://example.org/",
    "https://example.org/a?b=1#c",
    "irc://example.org/room",
    "ircs://example.org/room",
    "mailto:ann@example.org",
    "xmpp:ann@example.org",
    "HTTPS://EXAMPLE.ORG/",
  ])("PR08 %s becomes a link with nofollow", (address) => {
    expect(renderMarkdown(`[words](${address})`)).toBe(
      `<p><a href="${address}" rel="noopener nofollow">words</a></p>\n`,
    );
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "javascript&#58;alert(1)",
    "javascript&colon;alert(1)",
    "<java\tscript:alert(1)>",
    "< javascript:alert(1)>",
    "<\u0001javascript:alert(1)>",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:alert(1)",
    "file:///etc/passwd",
    "ftp://example.org/",
    "blob:https://example.org/1",
    "//evil.example/",
    "relative/path",
    "?query",
    "#fragment",
  ])("PR08 %s is reduced to its words without a link", (address) => {
    const html = renderMarkdown(`[words](${address}) ![words](${address}) [words][r]\n\n[r]: ${address}`);
    expect(html).not.toMatch(/<a|<img|href/);
    expect(html).toContain("words");
  });

  test("PR08 an autolink with another scheme is text", () => {
    expect(renderMarkdown("<javascript:alert(1)>")).toBe("<p>javascript:alert(1)</p>\n");
  });

  test("PR08 a path of this site becomes a link without rel, and no trick leads to another site", () => {
    expect(renderMarkdown("[us](/articles?page=2&type=a)")).toBe(
      '<p><a href="/articles?page=2&amp;type=a">us</a></p>\n',
    );
    const base = "https://here.example/";
    for (const trick of ["/\\evil.example", "</\t/evil.example>", "/%5Cevil.example", "\\\\evil.example"]) {
      const href = bodyOf(renderMarkdown(`[x](${trick})`))
        .querySelector("a")
        ?.getAttribute("href");
      if (href) expect(new URL(href, base).host).toBe("here.example");
    }
  });

  test("PR08 quotes, entities and titles cannot break out of their attribute", () => {
    const html = renderMarkdown(
      `[a](https://x.example/"onclick="alert(1) "t" onmouseover='x')\n\n[b](https://x.example/'?c=1&amp;d=2 'say "<b>"')`,
    );
    const links = bodyOf(html).querySelectorAll("a");
    for (const link of links)
      expect([...link.getAttributeNames()].sort()).toEqual(
        ["href", "rel", "title"].filter((n) => link.hasAttribute(n)),
      );
    expect(bodyOf(html).querySelectorAll("[onclick],[onmouseover]")).toHaveLength(0);
    const lastLink = links[links.length - 1];
    expect([lastLink?.getAttribute("href"), lastLink?.title]).toEqual(["https://x.example/'?c=1&d=2", 'say "<b>"']);
  });

  test("PR08 an image becomes a link, so that no page requests it from another server", () => {
    expect(renderMarkdown("![A *fine* worm](https://x.example/worm.png)")).toBe(
      '<p><a href="https://x.example/worm.png" rel="noopener nofollow">A <em>fine</em> worm</a></p>\n',
    );
    expect(renderMarkdown("![](data:image/png;base64,AAAA)")).toBe("<p>Image</p>\n");
  });

  test("PR08 only the inner link of nested links becomes a link, as in CommonMark", () => {
    expect(renderMarkdown("[![worm](/worm.png) and [more](https://b.example)](https://a.example)")).toBe(
      '<p>[<a href="/worm.png">worm</a> and <a href="https://b.example" rel="noopener nofollow">more</a>](<a href="https://a.example" rel="noopener nofollow">https://a.example</a>)</p>\n',
    );
  });
});

describe("PR08 HTML in the source", () => {
  test.each([
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "<svg onload=alert(1)><style>*{display:none}</style></svg>",
    "<iframe src='https://evil.example'></iframe>",
    "<div class=hero style='position:fixed' id=main onclick=alert(1)>words</div>",
    "<a href='https://x.example'>x</a>",
    "<!-- a comment -->",
    "<![CDATA[ x ]]>",
    "<?php echo 1 ?>",
    "<!DOCTYPE html>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "</p></div></body>",
  ])("PR08 %s is shown as text, alone and within a sentence", (markup) => {
    for (const text of [markup, `Before ${markup} after`, `- item ${markup}`, `| a |\n|---|\n| ${markup} |`]) {
      expect(findUnexpectedHtml(renderMarkdown(text))).toEqual([]);
      expect(visibleWords(renderMarkdown(text))).toContain(visibleWords(escapeText(markup)));
    }
  });

  test("PR08 HTML in headings, code, titles, labels and definitions is shown as text, too", () => {
    const evilHtml = '<img src=x onerror=alert(1)>"><script>alert(1)</script>';
    const html = renderMarkdown(
      `# ${evilHtml}\n\n\`${evilHtml}\`\n\n\`\`\`${evilHtml}\n${evilHtml}\n\`\`\`\n\n[${evilHtml}](https://x.example "${evilHtml}") ![${evilHtml}](/x)\n\n[r]: https://x.example '${evilHtml}'\n\n[r] - [ ] ${evilHtml}`,
    );
    expect(findUnexpectedHtml(html)).toEqual([]);
    expect(bodyOf(html).querySelectorAll("img, script")).toHaveLength(0);
  });

  test("PR08 entities become characters, and never markup", () => {
    expect(renderMarkdown("&lt;b&gt; &amp; &copy; & &#60;i&#62; &nonsense")).toBe(
      "<p>&lt;b&gt; &amp; &copy; &amp; &lt;i&gt; &amp;nonsense</p>\n",
    );
  });
});

describe("PR08 CommonMark and GitHub's additions", () => {
  test.each([
    [
      "*a* **b** ***c*** _d_ __e__",
      "<p><em>a</em> <strong>b</strong> <em><strong>c</strong></em> <em>d</em> <strong>e</strong></p>",
    ],
    ["snake_case_name and 2 * 3 * 4", "<p>snake_case_name and 2 * 3 * 4</p>"],
    ["\\*not emphasis\\*", "<p>*not emphasis*</p>"],
    ["`code` ``a ` b``", "<p><code>code</code> <code>a ` b</code></p>"],
    ["a  \nb\\\nc\nd", "<p>a<br>b<br>c\nd</p>"],
    ["one\n\ntwo", "<p>one</p>\n<p>two</p>"],
    [
      "> quoted\nlazily\n>\n> > deeper",
      "<blockquote>\n<p>quoted\nlazily</p>\n<blockquote>\n<p>deeper</p>\n</blockquote>\n</blockquote>",
    ],
    ["- a\n- b\n  - c", "<ul>\n<li>a</li>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>"],
    ["3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ["- a\n\n- b", "<ul>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>"],
    ["```js\nif (a < b) *c*\n```", "<pre><code>if (a &lt; b) *c*\n</code></pre>"],
    ["    indented", "<pre><code>indented\n</code></pre>"],
    ["---", "<hr>"],
    ["<https://x.example/>", '<p><a href="https://x.example/" rel="noopener nofollow">https://x.example/</a></p>'],
    [
      "[Name]\n\n[name]: <https://x.example> 'T'",
      '<p><a href="https://x.example" title="T" rel="noopener nofollow">Name</a></p>',
    ],
    ["~~gone~~", "<p><del>gone</del></p>"],
    ["- [x] done\n- [ ] open", "<ul>\n<li>☑ done</li>\n<li>☐ open</li>\n</ul>"],
    [
      "www.x.example, ann@x.example",
      '<p><a href="http://www.x.example" rel="noopener nofollow">www.x.example</a>, <a href="mailto:ann@x.example" rel="noopener nofollow">ann@x.example</a></p>',
    ],
  ])("PR08 %j", (markdown, html) => {
    expect(renderMarkdown(markdown)).toBe(`${html}\n`);
  });

  test("PR08 a table keeps its alignment and can be scrolled with the keyboard", () => {
    const html = renderMarkdown("| a | b |\n|:--|--:|\n| 1 | *2* |\n| 3 |");
    const wrapper = bodyOf(html).firstElementChild;
    expect(wrapper?.matches("div.table-scroll[tabindex='0'][role=group][aria-label]")).toBe(true);
    expect(
      [...bodyOf(html).querySelectorAll("tr")].map((row) => [...row.children].map((cell) => cell.innerHTML)),
    ).toEqual([
      ["a", "b"],
      ["1", "<em>2</em>"],
      ["3", ""],
    ]);
    expect(wrapper?.querySelector("td + td")?.getAttribute("align")).toBe("right");
  });

  test("PR08 in a section, headings continue below its h2", () => {
    expect(renderMarkdown("# a\n\n## b\n\n### c\n\n###### d\n\ne\n===\n\nf\n---")).toBe(
      "<h3>a</h3>\n<h3>b</h3>\n<h4>c</h4>\n<h6>d</h6>\n<h3>e</h3>\n<h3>f</h3>\n",
    );
  });

  test("PR08 in an article, headings begin at h2, with ids to which links in the text lead", () => {
    const html = renderMarkdown(
      "# Early life 2\n\n## Early life\n\n## Early life\n\n### Früh & *spät*\n\n## ?!\n\n[up](#Early-life) [down](#früh-spät)",
      { headings: "article" },
    );
    const body = bodyOf(html);
    const headings = [...body.querySelectorAll("h2, h3")].map(({ localName, id }) => [localName, id]);
    expect(headings).toEqual([
      ["h2", "section-early-life-2"],
      ["h2", "section-early-life"],
      ["h2", "section-early-life-3"],
      ["h3", "section-früh-spät"],
      ["h2", "section"],
    ]);
    const targets = [...body.querySelectorAll("a")].map((link) => decodeURI(link.getAttribute("href") ?? ""));
    expect(targets).toEqual(["#section-early-life", "#section-früh-spät"]);
    expect(findUnexpectedHtml(html)).toEqual([]);
  });

  test.each([
    ["A", "A", "A 2"],
    ["A 2", "A", "A", "A"],
    ["A", "A", "A 2", "A 2", "A"],
    ["A", "A 2 2", "A 2", "A 2", "A"],
  ])("PR08 no two headings of an article have the same address: %s, %s, %s", (...words) => {
    const { html, sections } = render(words.map((text) => `## ${text}\n`).join("\n"), "article");
    const ids = [...bodyOf(html).querySelectorAll("h2")].map(({ id }) => id);
    expect(new Set(ids).size).toBe(words.length);
    expect(sections.map(({ id }) => id)).toEqual(ids);
  });

  test("PR08 normalises line ends, byte order marks, NUL and broken surrogates", () => {
    expect(renderMarkdown("\uFEFF# a\r\n\r\nb\rc")).toBe("<h3>a</h3>\n<p>b\nc</p>\n");
    expect(renderMarkdown("a\0b \uD800 \uDC00 😀")).toBe("<p>a\uFFFDb \uFFFD \uFFFD 😀</p>\n");
    expect(renderMarkdown("[a](https://x.example/\uD800)")).toContain("https://x.example/%EF%BF%BD");
    expect(renderMarkdown("שלום **עולם** \u202Eabc")).toBe("<p>שלום <strong>עולם</strong> \u202Eabc</p>\n");
    expect(["", " \n\t\n", "\uFEFF"].map((text) => renderMarkdown(text))).toEqual(["", "", ""]);
  });
});

const SIZE = 100_000;
const fill = (unit: string, size = SIZE) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const halves = (first: string, second: string) => fill(first, SIZE / 2) + fill(second, SIZE / 2);

/** Texts on which marked alone throws, exhausts memory, or takes between seconds and years. */
const HOSTILE_TEXTS: Record<string, string> = {
  ...Object.fromEntries(
    [
      "> ",
      ">",
      "<div>",
      "<svg>",
      "<a ",
      "<!--",
      "- ",
      "1. ",
      "* ",
      "*",
      "_",
      "*a ",
      "**a *b ",
      "*a _b ",
      "~~a ",
      "[",
      "![",
      "(",
      "[a](",
      "[](",
      "[[a]](",
      "[a](<",
      "`",
      "``a",
      "|",
      "\\",
      "!",
      "&",
      "&amp;",
      "#",
      "=\n",
      "a@",
      "a_",
      "~",
      " ",
      "\t",
      "\0",
      "\r\n",
      "\n",
      "\uFEFF",
      "\uD800",
      "שלום ",
      "> > a\nb\n",
      "> - > - a\nb\n",
      "- a\n",
      "a\n\n",
      "[a]: b\n",
    ].map((unit) => [`only ${JSON.stringify(unit)}`, fill(unit)]),
  ),
  "one word": fill("a"),
  "one line of prose": fill("Lorem **ipsum** [dolor](https://x.example/sit). "),
  "indented lists": Array.from({ length: 440 }, (_, depth) => `${" ".repeat(depth)}- a\n`).join(""),
  "a list item with lazy lines": `- a\n${fill("b\n")}`,
  "brackets that close": halves("[", "]"),
  "links in links": halves("[", "](a)"),
  "addresses in parentheses": halves("[a](", ")"),
  "emphasis that closes": halves("*a ", "a* "),
  "an unclosed bracket before backticks": `[~~~\`\`\`${fill("# ``b  - ", 4000)}`,
  "an address with a tail of dots": halves("http://a", "."),
  "a word before an at sign": halves("a", "@b"),
  "a line of blanks": `a\t${fill(" ", 90_000)}\n`,
  "a line of tildes": `a\n${fill("~")}`,
  "a table of 200 million cells": `${fill("|a", 25_000)}|\n${fill("|-", 25_000)}|\n${fill("a|\n", 50_000)}`,
  "definitions, each used": Array.from({ length: 5000 }, (_, n) => `[a${n}]: b\n\n[a${n}]\n\n`).join(""),
  "a long address, named often": `[a]: ${fill("b", 50_000)}\n\n${fill("[a] ", 49_000)}`,
};

describe("PR08 bounded work", () => {
  test.each(Object.entries(HOSTILE_TEXTS))("PR08 %s: is rendered completely, and the result stays small", (_, text) => {
    const html = renderMarkdown(text);
    expect(html.length).toBeLessThan(15 * SIZE);
    expect(html).not.toMatch(
      /<(?!\/?(?:p|br|a|h[2-6]|ul|ol|li|blockquote|pre|code|em|strong|del|hr|div|table|thead|tbody|tr|t[hd])\b)/,
    );
    expect(plainText(text, 160).length).toBeLessThanOrEqual(160);
  });

  test("PR08 a text beyond the bounds becomes plain paragraphs with every character", () => {
    const complexText = `First *line*\nsecond & <b>\r\n\r\n${fill("> ", 10_000)}`;
    expect(renderMarkdown(complexText)).toBe(
      `<p>First *line*<br>second &amp; &lt;b&gt;</p>\n<p>${fill("&gt; ", 25_000)}</p>\n`,
    );
    expect(renderMarkdown(`${fill("> ", 10_000)}\n\n \n\nend`)).toMatch(/<\/p>\n<p>end<\/p>\n$/);
    const longText = fill("*a*\n\n", SIZE + 1);
    expect(renderMarkdown(longText)).not.toContain("<em>");
    expect(visibleWords(renderMarkdown(longText))).toBe(visibleWords(escapeText(longText)));
  });

  test("PR08 an ordinary long article stays within the bounds", () => {
    const chapter = `## Chapter\n\n${fill("Plain *words*, **strong** ones, `code`, and [a source](https://doi.org/10.1016/j.cell.2013.05.039). ", 700)}\n\n- one\n  - two\n    - three\n\n> quoted\n> lines\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`;
    const html = renderMarkdown(fill(chapter, 60_000));
    expect(bodyOf(html).querySelectorAll("table").length).toBeGreaterThan(60);
    expect(html).toContain("<li>two<ul>\n<li>three</li>");
  });

  test("PR08 rendering a text does not affect the next text, so that preview and page agree", () => {
    const text = "# A\n\n[b] *c* `d` [e](https://x.example)\n\n[b]: /b\n\n# A\n\n- [x] f";
    for (const headings of ["section", "article"] as const) {
      const firstHtml = renderMarkdown(text, { headings });
      for (const hostile of Object.values(HOSTILE_TEXTS).slice(0, 8)) renderMarkdown(hostile, { headings });
      expect(renderMarkdown(text, { headings })).toBe(firstHtml);
    }
    expect(renderMarkdown("[b]")).toBe("<p>[b]</p>\n");
  });

  test("PR08 DOMPurify finds nothing to remove in the HTML of random texts", () => {
    const pieces = [
      "*",
      "_",
      "**",
      "`",
      "```\n",
      "[",
      "]",
      "](",
      "](javascript:x)",
      "](https://x.example)",
      "(",
      ")",
      "![",
      "<",
      ">",
      "<b>",
      "<script>",
      "<img src=x onerror=x>",
      "</p>",
      "<!--",
      "\n",
      "\n\n",
      "> ",
      "- ",
      "1. ",
      "    ",
      "|",
      "\n|-|-|\n",
      "word",
      " ",
      "\\",
      "~~",
      "&",
      "&lt;",
      "&#x3c;",
      "#",
      "# ",
      "http://x.example",
      "a@x.example",
      '"',
      "'",
      "[a]: data:x\n",
      "[a]",
      "- [ ] ",
      "\0",
      "é",
      "😀",
    ];
    const nextRandom = createRandom(8);
    const texts = Array.from({ length: 400 }, () =>
      Array.from({ length: 80 }, () => pieces[Math.floor(nextRandom() * pieces.length)]).join(""),
    );
    for (const [index, text] of texts.entries()) {
      const headings = index % 2 ? "section" : "article";
      expect(findUnexpectedHtml(renderMarkdown(text, { headings })), JSON.stringify(text)).toEqual([]);
    }
  });
});

describe("PR08 plain text for descriptions", () => {
  test("PR08 sentences come first, without markup", () => {
    expect(
      plainText(
        "# Title\n\nCynthia **Kenyon** is a [biologist](https://x.example) &amp; writer,\nborn <b>in</b> `1954`.\n\n- one\n- ![two](/x)\n\n> three",
        200,
      ),
    ).toBe("Cynthia Kenyon is a biologist & writer, born in 1954. one two three");
  });

  test("PR08 an excerpt resolves character references, and contains no markup that they write", () => {
    expect(plainText("J&uuml;rgen &ndash; &#x41;&hellip; &lt;b&gt;x&lt;/b&gt; A&B &nonsense; *y*", 100)).toBe(
      "Jürgen – A… x A&B &nonsense; y",
    );
  });

  test("PR08 an excerpt is cut between words, with an ellipsis, within the given length", () => {
    const text = "One two, three four";
    expect(plainText(text, 19)).toBe(text);
    expect(plainText(text, 18)).toBe("One two, three…");
    expect(plainText(text, 10)).toBe("One two…");
    expect(plainText("One two. Three four", 12)).toBe("One two…");
    expect(plainText(`One\u00a0 \t two${" ".repeat(300)}three four`, 12)).toBe("One two…");
    expect(plainText(`One\u2003two${" ".repeat(300)}three`, 13)).toBe("One two three");
    expect(plainText("😀".repeat(9), 6)).toBe("😀😀…");
    expect(plainText(fill("word ", 50_000), 160).length).toBeLessThanOrEqual(160);
  });

  test("PR08 a text that is no Markdown is shortened on one line with every character", () => {
    const text = "1. a<b and c>d,\n> <age> *of*\u00a0 &amp; \ud83d";
    expect(shorten(text, 100)).toBe("1. a<b and c>d, > <age> *of* &amp; \ufffd");
    expect(shorten(text, 12)).toBe("1. a<b and…");
    expect(["", " \n", "---"].map((text) => shorten(text, 50))).toEqual(["", "", "---"]);
  });

  test("PR08 a text of only headings gives the headings; an empty text gives nothing", () => {
    expect(plainText("# Only *this*", 50)).toBe("Only this");
    expect(["", "\n\n", "---", "[a]: /b"].map((text) => plainText(text, 50))).toEqual(["", "", "", ""]);
  });
});

/** Returns what DOMPurify removes if it allows only the intended output, as an independent check. */
function findUnexpectedHtml(html: string): (string | undefined)[] {
  purifier.sanitize(html, WRITTEN_HTML);
  const classes = [...bodyOf(html).querySelectorAll("[class]:not([class='table-scroll'])")];
  const removedNames = purifier.removed.map((item) =>
    "attribute" in item ? item.attribute?.name : item.element.nodeName,
  );
  return [...removedNames, ...classes.map((element) => element.className)];
}

const window = new JSDOM("").window;
const purifier = createDOMPurify(window);

function bodyOf(html: string): HTMLElement {
  return new window.DOMParser().parseFromString(html, "text/html").body;
}

/** Returns the words that a reader sees, without blanks and Markdown's own characters. */
function visibleWords(html: string): string {
  return (bodyOf(html).textContent ?? "").replace(/[\s\\*]+/g, "");
}

/** Returns HTML that shows a text. */
function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Returns a generator of repeatable random numbers in [0, 1), so that a failure can be reproduced. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("performance PR08 plain paragraphs give the same result as reading them as Markdown", () => {
  const fragment = fc.constantFrom(
    ..."aZé山ß9 .,;:!?'\"()/-+=%$§…–“”½\u00a0\u2028\t\n",
    "\n\n",
    "1. ",
    "- ",
    "    ",
    "www.a.org",
    "http://a.org",
    "a@b.org",
    "*",
    "_b_",
    "`",
    "&amp;",
    "<i>",
    "[a](b)",
    "===",
    "---",
  );
  const texts = fc.array(fragment, { maxLength: 12 }).map((fragments) => fragments.join(""));
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), (paragraphs) => {
      const text = paragraphs.join("\n\n");
      // Adds markup before the text, so that the fast path for plain words does not apply.
      expect(`<p><em>x</em></p>\n${renderMarkdown(text)}`).toBe(renderMarkdown(`*x*\n\n${text}`));
    }),
    { seed: 11, numRuns: 3_000 },
  );
});
