/**
 * Compares the answers of every page and call with snapshots. The directory has records of every kind. After a change run
 * `npx vitest run test/http/answers.test.ts -u`, and read the difference in answers.txt.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BODY_CALLS, type Body, type Json, sendTo } from "../support/calls";
import { sendRequest } from "../support/checked-requests";
import { fieldsByForm, valuesOf } from "../support/form-fields";
import { mainLines, pageLines } from "../support/page-text";
import { parsePage } from "../support/parse-page";
import { RouteAddresses } from "../support/route-addresses";
import { createWorld, pagesOf, type Role, type World } from "../support/world";
import { fixedClock } from "../support/wrong-clock";

/** The starter directory is written at this time, so that ages and dates are the same whenever the test runs. */
const CLOCK = fixedClock("2026-12-01 12:00:00");
/** The most lines that the snapshot has of one answer. The digest includes the other lines. */
const SHOWN_LINES = 20;

let world: World;
beforeAll(async () => {
  if (CLOCK) world = await createWorld("starter", { ...CLOCK, DOCUMENT_CACHE: "off" });
});
afterAll(() => world?.site.stop());

/** Replaces what differs from run to run: ids, secrets, addresses of files and the time of day. */
function normalize(text: string): string {
  const people = Object.entries(world.people);
  return (
    people
      .reduce((result, [role, { email }]) => result.replaceAll(email, `the ${role}`), text)
      .replaceAll(world.site.url, "(site)")
      .replace(/uploads\/[\w/-]+\.(\w+)/g, "uploads/(file).$1")
      // The site's own times begin at noon. Some are a number of days later.
      .replace(/T1[2-5]:[\d:.]+Z/g, "T(now)")
      .replace(/1 Dec 2026, 1[2-5]:\d\d|2026-12-01 1[2-5]:\d\d/g, "(now)")
      .replace(/\b17961\d{8}\b/g, "(now)")
      .replace(/\b[0-9a-f]{64}\b/g, "(hash)")
      .replace(/\b(just now|\d+ min(utes)? ago)\b/g, "(age)")
      .replace(/What is \d+ plus \d+\?/g, "(question)")
      .replace(/1\.\d+\.\d+ \w+ · [\w-]+/g, "(build)")
      .replace(/(commit|date)="[^"]*"/g, '$1="(build)"')
      .replace(/("(?:expected|challenge)": ?)"[^"]*"/g, "$1(new)")
      .replace(/("id": ?)"[\w-]{22}"/g, "$1(new)")
      .replace(/127\.0\.0\.1:\d+/g, "(provider)")
      .replace(/(captchaExpected=)\S+/g, "$1(new)")
      .replace(/(?<![0-9a-z])[0-9a-z]{16}(?![0-9a-z])/g, "#")
      .replace(/\b[0-9a-z]{2}\/#-/g, "(folder)/#-")
  );
}

const seenLines = new Set<string>();
let record: string[] = [];

/** Records the lines that no earlier answer had, and a digest of those that belong to this answer alone. */
function noteAnswer(title: string, lines: string[], ownLines = lines): void {
  const normalized = lines.map((line) => normalize(line));
  const newLines = normalized.filter((line) => !seenLines.has(line));
  for (const line of newLines) seenLines.add(line);
  const digest = createHash("sha256")
    .update(ownLines.map((line) => normalize(line)).join("\n"))
    .digest("hex")
    .slice(0, 8);
  const shownLines = [...new Set(newLines)].slice(0, SHOWN_LINES);
  record.push(
    `${normalize(title)}: ${ownLines.length} lines, ${digest}`,
    ...shownLines.map((line) => `  ${line.slice(0, 160)}`),
  );
}

function linesOf(type: string, text: string): string[] {
  if (type.includes("json")) return JSON.stringify(JSON.parse(text), null, 1).split("\n");
  // Prometheus: the values differ with the machine.
  if (type.startsWith("text/plain"))
    return (
      text
        .split("\n")
        // These lines depend on what the process waits for at the moment.
        .filter((line) => !/^nodejs_active_\w+\{/.test(line))
        .map((line) => line.replace(/ [\d.e+-]+$/, " (value)"))
    );
  return text.split("\n");
}

/** Asks as each role in turn, until an answer is not a refusal. */
async function noteAddress(path: string, [as = "admin", ...otherRoles]: Role[]): Promise<void> {
  const { status, headers, text } = await sendRequest(world, { path, as });
  const isRefusal = status === 401 || status === 403 || String(headers.location).startsWith("/login");
  if (isRefusal && otherRoles.length) return noteAddress(path, otherRoles);
  const location = headers.location ? ` to ${headers.location}` : "";
  const type = headers["content-type"]?.split(";")[0] ?? "";
  const document = type === "text/html" ? parsePage(text) : null;
  // These list records of one moment by their ids, which are drawn, or by the end of background work.
  const isUnordered = /export-database|api\/changes|admin\/mails/.test(path);
  const sortIfUnordered = (lines: string[]) => (isUnordered ? lines.map(normalize).sort() : lines);
  const title = `${path} as ${as}: ${status}${location} ${type}`;
  if (document) noteAnswer(title, sortIfUnordered(pageLines(document)), sortIfUnordered(mainLines(document)));
  else noteAnswer(title, sortIfUnordered(linesOf(type, text)));
}

test.skipIf(!CLOCK)("every page, file and call that reads answers as before", async () => {
  const { ids, people } = world;
  const database = new SQLite(join(world.site.dataDir, "longevity.db"), { readonly: true });
  const topic = database.prepare("SELECT id FROM topics ORDER BY slug").pluck().get() as string;
  const records = {
    experts: ids.expert,
    topics: topic,
    mails: "hostilemail00000",
    articles: ids.article,
    submissions: ids.submission,
    users: people.victim.id,
    content: ids.content,
    images: ids.image,
    promote: ids.promotion,
  };
  const addresses = [...new RouteAddresses(database, records).all(), ...pagesOf(world).map(({ path }) => path)];
  database.close();
  const sortedAddresses = [...new Set(addresses)].sort((path, other) => (normalize(path) < normalize(other) ? -1 : 1));
  for (const path of sortedAddresses) await noteAddress(path, ["nobody", "member", "admin"]);
  await expect(`${record.join("\n")}\n`).toMatchFileSnapshot("answers.txt");
});

/** Values that most fields refuse. `undefined` leaves the field out. */
const BAD_VALUES: [name: string, value: Json | undefined][] = [
  ["missing", undefined],
  ["null", null],
  ["number", -7],
  ["empty", ""],
  ["long", "Long ".repeat(30_000)],
  ["list", ["x", "x"]],
];

function withValue(body: Body, field: string, value: Json | undefined): Body {
  const { [field]: _, ...otherFields } = body;
  return value === undefined ? otherFields : { ...otherFields, [field]: value };
}

/** Returns the names of all fields with an error, and their message. */
function refusalOf(text: string): string {
  const { message, fieldErrors = {} } = JSON.parse(text) as { message: string; fieldErrors?: Record<string, string> };
  return normalize(`${message.slice(0, 160)} [${Object.keys(fieldErrors).sort()}]`);
}

test.skipIf(!CLOCK)("every call accepts and refuses values as before", async () => {
  record = [];
  for (const call of BODY_CALLS.filter(({ isSlow, callsOtherServices }) => !isSlow && !callsOtherServices)) {
    record.push(call.endpoint);
    for (const field of Object.keys(await call.body(world))) {
      const namesByResult = new Map<string, string[]>();
      for (const [name, value] of BAD_VALUES) {
        const body = withValue(await call.body(world), field, value);
        const { status, text } = await sendTo(world, call, JSON.stringify(body));
        const result = status < 400 ? `${status}` : `${status} ${refusalOf(text)}`;
        namesByResult.set(result, [...(namesByResult.get(result) ?? []), name]);
      }
      for (const [result, names] of namesByResult) record.push(`  ${field} ${names.join(", ")}: ${result}`);
    }
  }
  await expect(`${record.join("\n")}\n`).toMatchFileSnapshot("refused-values.txt");
});

const TYPED =
  "textarea[name], input[name]:not([type]), input[name]:is([type=text], [type=email], [type=url], [type=number])";

/** Returns what a form sends when each typed text is replaced and, for a text, in each list of choices the last one is chosen. */
function fieldsWith(document: Document, form: Element, text: string): [string, string][] {
  const values = new Map(Array.from(form.querySelectorAll(TYPED), (field) => [field.getAttribute("name"), text]));
  for (const list of text ? form.querySelectorAll("select[name]:not([multiple])") : [])
    values.set(list.getAttribute("name"), list.querySelector("option:last-of-type")?.getAttribute("value") ?? "");
  return (fieldsByForm(document).get(form) ?? []).map(([name, value]) => [name, values.get(name) ?? value]);
}

/** Returns the body that a form sends with these fields and its first button. */
function bodyOfForm(form: Element, fields: [string, string][]): string {
  const button = form.querySelector("button[name]:not([type=button]):not([formaction])");
  const pressedButton = button ? [[button.getAttribute("name") ?? "", button.getAttribute("value") ?? ""]] : [];
  return new URLSearchParams([...fields, ...pressedButton] as [string, string][]).toString();
}

/** Fields whose input is not in the same field of a refused form, each with the reason. */
const MOVED_INPUT: Record<string, string> = {
  imageUrl: "a chosen image is shown in its place",
  "imageModel.replicate": "the model of the chosen service is stored",
};

/** Returns the names of the texts and choices that no control of a page with this name has any more. */
function lostFields(page: Document, sent: [string, string][]): string[] {
  const shownTexts = new Map<string, string[]>();
  for (const control of page.querySelectorAll(`select[name], input[type=hidden][name], ${TYPED}`)) {
    const name = control.getAttribute("name") ?? "";
    shownTexts.set(name, [...(shownTexts.get(name) ?? []), ...valuesOf(control).map((text) => text.trim())]);
  }
  const isTyped = (name: string) =>
    page.querySelector(`select[name="${name}"], [name="${name}"]:is(${TYPED})`) !== null;
  const lostTexts = sent.filter(([name, text]) => isTyped(name) && !shownTexts.get(name)?.includes(text.trim()));
  return [...new Set(lostTexts.map(([name]) => name.replace(/^.*imageUrl(Stored)?$/i, "imageUrl")))];
}

/** Editors' forms that show stored texts without saying which, each with the reason. */
const WITHOUT_VERSION: Record<string, string> = {
  "/admin/generate": "a new profile",
  "/admin/promote/#/1": "one editor's own promotion",
  "/admin/promote/#/2": "one editor's own promotion",
  "/admin/settings/pages/new": "a new page",
};

/** Returns whether a form shows a stored text, and does not return what it showed. */
function lacksVersion(document: Document, form: Element): boolean {
  const showsText = [...form.querySelectorAll(TYPED)].some((field) => valuesOf(field).some(Boolean));
  const names = (fieldsByForm(document).get(form) ?? []).map(([name]) => name);
  return showsText && !names.some((name) => /^(updatedAt|version|shown.*)$/.test(name));
}

test.skipIf(!CLOCK)("every form answers empty and too long fields as before", async () => {
  record = [];
  const formsWithoutVersion = new Set<string>();
  const triedForms = new Set<string>();
  const lostInputs: string[] = [];
  // The answer of the form of an import tells how far its job has come.
  for (const { path, as } of pagesOf(world).filter(({ path }) => !/^\/admin\/import\/\w/.test(path))) {
    const page = await sendRequest(world, { path, as });
    if (!page.headers["content-type"]?.startsWith("text/html")) continue;
    const document = parsePage(page.text);
    const knownLines = new Set(pageLines(document).map(normalize));
    const forms = [...document.querySelectorAll("main form[method=post]")].filter((form) => form.querySelector(TYPED));
    for (const [index, form] of forms.entries()) {
      if (path.startsWith("/admin/") && lacksVersion(document, form))
        formsWithoutVersion.add(normalize(form.getAttribute("action") || path));
      const kind = normalize(
        `${form.getAttribute("action") || path} ${bodyOfForm(form, fieldsWith(document, form, "")).replace(/=[^&]*/g, "")}`,
      );
      if (triedForms.has(kind)) continue;
      triedForms.add(kind);
      for (const [name, text] of [
        ["nothing", ""],
        ["too much", "Long ".repeat(400)],
      ] as const) {
        const action = form.getAttribute("action") || path;
        const fields = fieldsWith(document, form, text);
        const body = bodyOfForm(form, fields);
        const headers = { "Content-Type": "application/x-www-form-urlencoded" };
        const answer = await sendRequest(world, { method: "POST", path: action, as, body, headers });
        const answerPage = answer.headers.location ? null : parsePage(answer.text);
        const lines = answerPage ? pageLines(answerPage).map(normalize) : [];
        for (const field of answerPage && answer.status >= 400 && text ? lostFields(answerPage, fields) : [])
          if (!MOVED_INPUT[field]) lostInputs.push(normalize(`${path}, form ${index + 1}: ${field}`));
        const newLines = lines.filter((line) => !knownLines.has(line) && !line.includes("Long Long"));
        // A message stands above the form and beside its field.
        const copiesByLine = Map.groupBy(newLines, (line) => line);
        record.push(
          normalize(`${path} as ${as}, form ${index + 1}, ${name}: ${answer.status} ${answer.headers.location ?? ""}`),
          ...[...copiesByLine]
            .slice(0, SHOWN_LINES)
            .map(([line, { length }]) => `  ${line.slice(0, 160)}${length > 1 ? ` (${length} times)` : ""}`),
        );
      }
    }
  }
  await expect(`${record.join("\n")}\n`).toMatchFileSnapshot("refused-forms.txt");
  expect([...formsWithoutVersion].sort()).toEqual(Object.keys(WITHOUT_VERSION).sort());
  expect(lostInputs, "what was typed and chosen, after a refusal").toEqual([]);
});
