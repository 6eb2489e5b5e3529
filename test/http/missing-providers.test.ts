/** Tests a site without providers: no button leads to "not set up", and editors read whom to ask. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IMAGE_PROVIDERS, KEY_VARIABLES, PROVIDERS, TEXT_PROVIDERS } from "../../app/services/ai-providers";
import { signUpEditor } from "../support/admin";
import { crawl } from "../support/crawl";
import { fieldsByForm, formOf } from "../support/form-fields";
import { parsePage } from "../support/parse-page";
import { form } from "../support/requests";
import { createWorld, type World } from "../support/world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.site.stop());

const variables = (names: readonly (keyof typeof KEY_VARIABLES)[]) => names.map((name) => KEY_VARIABLES[name]);
const withoutKeys = (...remaining: string[]) =>
  Object.fromEntries(
    PROVIDERS.map(({ keyVariable }) => keyVariable)
      .filter((keyVariable) => !remaining.includes(keyVariable))
      .map((keyVariable) => [keyVariable, ""]),
  );
const onlyImages = IMAGE_PROVIDERS.filter((name) => !TEXT_PROVIDERS.some((text) => text === name));
const SETTINGS: [string, Record<string, string>][] = [
  ["nothing", { ...withoutKeys(), OPEN_DATA: "off", SMTP_URL: "" }],
  ["texts only", withoutKeys(KEY_VARIABLES[TEXT_PROVIDERS[0]])],
  ["images only", withoutKeys(...variables(onlyImages))],
];

/** Matches the message that something is missing on this site. */
const MISSING_MESSAGE = /\b(?:not set up|not configured|switched off|asks no other sites|sends no mail|environment)\b/i;
/** Matches buttons that remove what later presses need. They ask no provider. */
const DESTRUCTIVE_LABEL =
  /\b(?:delete|remove|discard|sign out|log out|stop|merge|undo|withdraw|revoke|role|release|empty|suspend|disable|enable|deactivate|activate|account|sessions?|restore)\b/i;

interface Press {
  page: string;
  label: string;
  action: string;
  fields: [string, string][];
}

/** Returns the buttons of a page with the fields that their forms send. */
function pressesOf(page: string, document: Document): Press[] {
  const formFields = fieldsByForm(document);
  return [...document.querySelectorAll("main button")].flatMap((button) => {
    const owner = formOf(button);
    const isSubmit = (button.getAttribute("type") ?? "submit") === "submit" && !button.closest("[disabled]");
    if (!isSubmit || !owner) return [];
    const method = button.getAttribute("formmethod") ?? owner.getAttribute("method") ?? "get";
    if (method.toLowerCase() !== "post") return [];
    const label = button.getAttribute("aria-label") ?? button.textContent ?? "";
    const address = button.getAttribute("formaction") ?? owner.getAttribute("action") ?? page;
    const { pathname, search } = new URL(address, world.site.url + page);
    const name = button.getAttribute("name");
    const pressedField: [string, string][] = name ? [[name, button.getAttribute("value") ?? ""]] : [];
    const fields = [...(formFields.get(owner) ?? []), ...pressedField];
    return [{ page, label: label.trim(), action: pathname + search, fields }];
  });
}

/** Returns the kind of a button: the same action on another record is the same kind. */
function kindOf({ action, label, fields }: Press): string {
  const names = fields.map(([name, value]) => (name === "ask" || name === "intent" ? `${name}=${value}` : name));
  return [action.replace(/[0-9a-z]{12,}|\d+/g, ":id"), label.split(":")[0], names.at(-1)].join(" ");
}

const SETTING_NAME = /\b(?:SMTP_URL|OPEN_DATA|SITE_URL|[A-Z]+_API_(?:KEY|TOKEN))\b/;
const LACK = /\b(?:is not set up on this site|Lookups are off: this site)\b/;

/** Returns the main part of each admin page that somebody reaches by links, by address. */
async function pagesFor(headers: Record<string, string>): Promise<Map<string, string>> {
  const open = () => crawl(world.site, "/admin", headers, { below: "/admin" });
  // Tries again when the server has closed the connection meanwhile.
  const { openedPages } = await open().catch(open);
  expect(openedPages.size).toBeGreaterThan(30);
  return new Map([...openedPages].map(([page, html]) => [page, /<main\b.*<\/main>/s.exec(html)?.[0] ?? ""]));
}

/** Returns the tags of the forms on a page without what differs from record to record. */
function formTagsOf(html: string): string {
  const tags = html.match(/<(?:form|button|input|select|textarea)\b[^>]*>/g) ?? [];
  return tags.map((tag) => tag.replace(/ (?:value|id|for|aria-[a-z]+)="[^"]*"|[0-9a-z]{12,}|\d+/g, "")).join();
}

/** The first settings have no provider. A button that needs none there needs none elsewhere, so each kind is pressed once. */
const pressedKinds = new Set<string>();

/** Presses one button of each kind that is not among the pressed ones, and returns those whose answer says that something is missing. */
async function pressesThatFail(pages: Map<string, string>, headers: Record<string, string>): Promise<string[]> {
  const presses = new Map<string, Press>();
  const kinds = new Set<string>();
  // Pages with the same forms have the same buttons.
  const differentPages = new Map([...pages].map(([page, html]) => [formTagsOf(html), [page, html] as const]));
  for (const [page, html] of differentPages.values()) {
    for (const press of pressesOf(page, parsePage(html))) {
      const kind = kindOf(press);
      kinds.add(kind);
      if (!DESTRUCTIVE_LABEL.test(press.label) && !pressedKinds.has(kind)) presses.set(kind, press);
      pressedKinds.add(kind);
    }
  }
  expect(kinds.size).toBeGreaterThan(30);
  const failedPresses: string[] = [];
  for (const { page, label, action, fields } of presses.values()) {
    const press = () => form(world.site, action, fields, { headers });
    const answer = await press().catch(press);
    const text = await answer.text();
    const alert = /data-tone="problem"[^>]*role="alert"|role="alert"[^>]*data-tone="problem"/.test(text)
      ? (parsePage(text).querySelector("[data-tone=problem][role=alert]")?.textContent ?? "")
      : "";
    if (answer.status === 503 || MISSING_MESSAGE.test(alert))
      failedPresses.push(`${page}: ${label}: ${answer.status} ${alert}`);
  }
  return failedPresses;
}

/** Returns sentences that name a setting, or that something is missing without saying whom to ask. */
function unhelpfulSentences(pages: Map<string, string>): string[] {
  return [...pages].flatMap(([page, html]) => {
    const text = html.replace(/<[^>]*>/g, "");
    const sentences = text.split(".");
    // The next sentence says whom to ask.
    const lackSentences = sentences.flatMap((sentence, index) =>
      LACK.test(sentence) ? `${sentence}.${sentences[index + 1]}.` : [],
    );
    const withoutContact = lackSentences.filter((words) => !words.includes("Please ask Ada Admin"));
    return [SETTING_NAME.exec(text)?.[0] ?? "", ...withoutContact].filter(Boolean).map((words) => `${page}: ${words}`);
  });
}

describe.each(SETTINGS)("%s", (name, settings) => {
  beforeAll(() => world.restart(settings));

  test("D50 PW21 an editor reads whom to ask, and can press nothing that is not set up", async () => {
    const { headers } = await signUpEditor(world.site, { firstName: "Eda", lastName: "Editor" });
    const pages = await pagesFor(headers);
    expect(unhelpfulSentences(pages)).toEqual([]);
    expect(await pressesThatFail(pages, headers)).toEqual([]);
  }, 300_000);

  test.runIf(name === "nothing")(
    "D50 PW21 an admin can press nothing that is not set up, of the buttons that editors lack",
    async () => {
      const headers = { Cookie: world.cookies.admin };
      expect(await pressesThatFail(await pagesFor(headers), headers)).toEqual([]);
    },
    300_000,
  );
});
