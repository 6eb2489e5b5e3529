/** Writes a page as lines of text: what a reader reads, where its links lead, and what its forms send. */

const BLOCKS = new Set(
  `address article aside blockquote body caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4
  h5 h6 header hr label legend li main nav ol option p pre section summary table tbody td th thead tr ul`.split(/\s+/),
);
const SKIPPED = new Set(["script", "style", "template", "svg", "noscript"]);
/** The attributes of controls that limit or describe what is typed. */
const LIMITS = [
  "required",
  "disabled",
  "readonly",
  "multiple",
  "min",
  "max",
  "minlength",
  "maxlength",
  "pattern",
  "accept",
];

/** Returns the title of a document and its lines, each without spaces at its ends. Empty lines are left out. */
export function pageLines(document: Document): string[] {
  return [document.querySelector("title")?.textContent ?? "", ...linesOf(document.querySelector("body"))];
}

/** Returns the lines of the part of a page that other pages do not have. */
export function mainLines(document: Document): string[] {
  return linesOf(document.querySelector("main"));
}

function linesOf(element: Element | null): string[] {
  return (element ? textOf(element) : "")
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}

function textOf(node: Node): string {
  if (node.nodeType === 3) return (node.textContent ?? "").replace(/\s+/g, " ");
  if (node.nodeType !== 1) return "";
  const element = node as Element;
  const name = element.localName;
  if (SKIPPED.has(name)) return "";
  const inner = name === "textarea" ? (element.textContent ?? "") : Array.from(element.childNodes, textOf).join("");
  const text = `${stateTextOf(element)}${withMarkup(element, inner)}`;
  return BLOCKS.has(name) || name === "br" ? `\n${text}\n` : text;
}

/** Returns the label that only assistive technology reads, and the state that an element has. */
function stateTextOf(element: Element): string {
  const label = element.getAttribute("aria-label");
  const states = ["aria-current", "aria-invalid", "hidden", "open", "lang"].flatMap((name) => stateOf(element, name));
  return [...(label ? [`{${label}}`] : []), ...states].map((part) => `${part} `).join("");
}

function stateOf(element: Element, name: string): string[] {
  const value = element.getAttribute(name);
  if (value === null) return [];
  return [value === "" ? `(${name})` : `(${name}=${value})`];
}

function withMarkup(element: Element, inner: string): string {
  const attribute = (name: string) => element.getAttribute(name) ?? "";
  const limits = () => LIMITS.flatMap((name) => stateOf(element, name)).join("");
  switch (element.localName) {
    case "a":
      return `[${inner.trim()}](${attribute("href")})`;
    case "img":
      return `![${attribute("alt")}](${attribute("src")})`;
    case "time":
      return `${inner} (${attribute("datetime")})`;
    case "form":
      return `<form ${attribute("method") || "get"} ${attribute("action")}>\n${inner}`;
    case "button":
      return `<button ${attribute("name")}=${attribute("value")} ${attribute("formaction")}${limits()}> ${inner}\n`;
    case "input":
      return `<${attribute("type") || "text"} ${attribute("name")}=${attribute("value")} ${attribute("placeholder")}${limits()}${stateOf(element, "checked").join("")}>`;
    case "select":
      return `<select ${attribute("name")}${limits()}>\n${inner}`;
    case "option":
      return `<option ${attribute("value")}${stateOf(element, "selected").join("")}> ${inner}`;
    case "textarea":
      return `<textarea ${attribute("name")}${limits()}>\n${inner}\n`;
    default:
      return /^h[1-6]$/.test(element.localName) ? `${"#".repeat(Number(element.localName[1]))} ${inner}` : inner;
  }
}
