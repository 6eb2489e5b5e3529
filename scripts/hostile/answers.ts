/** What has to be true of every answer, whatever was asked. */

import type { Answer, Question } from "./client";
import { EVIL_HOST, MARK_CALL, MARK_NAME } from "./corpus";

/** Elements that our pages and Markdown are made of; anything else came in through data. */
const ELEMENTS = new Set(
  `html head body meta link title script noscript header nav main footer section article aside div span p a ul ol li dl dt dd
  h1 h2 h3 h4 h5 h6 img picture source svg path circle rect line polyline polygon g use symbol defs table caption colgroup col thead
  tbody tfoot tr th td form fieldset legend label input button select optgroup option textarea output progress meter datalist
  strong em b i u s del ins mark small sub sup code pre kbd samp var abbr cite q blockquote hr br wbr time address figure
  figcaption details summary dialog iframe template search hgroup menu data ellipse text tspan`.split(/\s+/),
);
/** Attributes that hold an address, and whose address a browser may follow or load. */
const ADDRESSES = new Set([
  "href",
  "src",
  "action",
  "formaction",
  "xlink:href",
  "poster",
  "data",
  "srcdoc",
  "background",
  "ping",
]);

const TAG = /<([a-zA-Z][^\s/>]*)((?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*)\s*\/?>/y;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:="([^"]*)")?/g;

/** What is wrong with an answer, in a few words each. */
export function problemsOf(question: Question, answer: Answer, origin: string): string[] {
  const problems: string[] = [];
  const { status, headers, text } = answer;
  const type = String(headers["content-type"] ?? "");
  if (status >= 500 && !(status === 502 && question.asksOthers)) problems.push(`answered ${status}`);
  if (/\n\s+at .+:\d+:\d+|node_modules\/|SQLITE_[A-Z]+|SqliteError/.test(text) && !type.startsWith("image/"))
    problems.push("tells of its insides");
  if (
    Object.keys(headers).some((name) => name.startsWith("x-hx")) ||
    String(headers["set-cookie"] ?? "").includes("hx-injected")
  )
    problems.push("a header was injected");
  if (headers["x-content-type-options"] !== "nosniff") problems.push("without nosniff");
  const location = headers.location;
  if (location !== undefined && !staysHome(String(location), origin)) problems.push("redirects to another site");
  const refresh = /url=(.*)$/i.exec(String(headers.refresh ?? ""))?.[1];
  if (refresh !== undefined && !staysHome(refresh, origin)) problems.push("refreshes to another site");
  if (URL.canParse(question.path, origin) && new URL(question.path, origin).pathname.startsWith("/api/")) {
    if (type.startsWith("text/html")) problems.push("answers a call with HTML");
    if (status >= 400 && question.method !== "HEAD" && !isSentence(messageIn(text)))
      problems.push(`refuses with ${status} without a sentence`);
  }
  if (type.startsWith("text/html")) {
    if (!headers["content-security-policy"]) problems.push("a page without a content policy");
    problems.push(...markupProblems(text));
  } else if (type.startsWith("application/json") && text && answer.isWhole && !isJson(text))
    problems.push("JSON that is none");
  return problems;
}

/** Whether an address, as a browser reads it, is one of this site. */
export function staysHome(location: string, origin: string): boolean {
  try {
    return new URL(location, `${origin}/some/page`).origin === origin;
  } catch {
    return false;
  }
}

/**
 * What is wrong with a page's markup. Our pages are written by React, so that every tag has one strict shape: what has another,
 * or is none of our elements, or has a handler or a script in an address, came in through data.
 */
export function markupProblems(html: string): string[] {
  const problems = new Set<string>();
  for (let at = html.indexOf("<"); at >= 0; at = html.indexOf("<", at)) {
    if (html.startsWith("</", at) && /^<\/[a-zA-Z][\w-]*>/.test(html.slice(at, at + 40))) {
      const name = html.slice(at + 2, html.indexOf(">", at)).toLowerCase();
      if (!ELEMENTS.has(name)) problems.add(`an end of <${name}> that is not ours`);
      at += 2;
      continue;
    }
    if (/^<!(?:DOCTYPE html>|--(?: |\$|\/\$|\$!|\$\?)?-->)/i.test(html.slice(at, at + 20))) {
      at += 2;
      continue;
    }
    TAG.lastIndex = at;
    const [tag, name = "", attributes = ""] = TAG.exec(html) ?? [];
    if (!tag) {
      problems.add(`markup that is not ours: ${html.slice(at, at + 60)}`);
      at += 1;
      continue;
    }
    const element = name.toLowerCase();
    if (!ELEMENTS.has(element)) problems.add(`an element <${element}> that is not ours`);
    for (const [, attribute = "", value = ""] of attributes.matchAll(ATTRIBUTE))
      checkAttribute(element, attribute.toLowerCase(), decoded(value), problems);
    at += tag.length;
    if (element === "script") {
      const end = html.indexOf("</script>", at);
      const source = html.slice(at, end);
      if (end < 0 || /<(?:!--|\/?script)/i.test(source)) problems.add("a script that can be left");
      if (source.trimStart().startsWith(MARK_CALL)) problems.add("a script that came in through data");
      at = end < 0 ? html.length : end;
    }
  }
  return [...problems];
}

function checkAttribute(element: string, name: string, value: string, problems: Set<string>): void {
  if (name.startsWith("on")) problems.add(`a handler ${name}`);
  if (name.startsWith(MARK_NAME)) problems.add(`an attribute ${name} that came in through data`);
  if (name === "style" && value.includes(MARK_CALL)) problems.add("a style that came in through data");
  if (ADDRESSES.has(name)) {
    // Browsers drop these before they read the scheme.
    const address = value.replace(/^[\u0000-\u0020]+|[\t\n\r]/g, "").toLowerCase();
    if (/^(?:javascript|vbscript):|^data:(?!image\/(?:png|jpeg|webp|gif);)/.test(address))
      problems.add(`${element} ${name}="${address.slice(0, 30)}…"`);
    if (name !== "href" && address.includes(EVIL_HOST) && /^(?:https?:)?[/\\]{2}/.test(address))
      problems.add(`${element} ${name} loads from elsewhere`);
  }
  if (element === "meta" && name === "content" && /^\s*\d+\s*[;,]/.test(value) && !/^\d+;url=\/(?![/\\])/.test(value))
    problems.add("a meta refresh to somewhere else");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

/** Text of a page as it is meant. */
export function decoded(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** Text as React writes it into a page. */
export function encoded(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[sign] as string,
  );
}

function messageIn(text: string): unknown {
  try {
    return JSON.parse(text).message;
  } catch {
    return undefined;
  }
}

function isSentence(message: unknown): boolean {
  return typeof message === "string" && message.trim().length > 3;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
