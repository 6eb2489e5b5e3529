/** A site that lacks providers: no button leads to "not set up", and an editor reads whom to ask. */
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IMAGE_PROVIDERS, KEY_VARIABLES, PROVIDERS, TEXT_PROVIDERS } from "../../app/services/ai-providers";
import { signUpEditor } from "../support/admin";
import { crawl } from "../support/crawl";
import { form } from "../support/requests";
import { makeWorld, type World } from "../support/world";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world?.site.stop());

const variables = (names: readonly (keyof typeof KEY_VARIABLES)[]) => names.map((name) => KEY_VARIABLES[name]);
const without = (...kept: string[]) =>
  Object.fromEntries(
    PROVIDERS.map(({ key }) => key)
      .filter((key) => !kept.includes(key))
      .map((key) => [key, ""]),
  );
const onlyImages = IMAGE_PROVIDERS.filter((name) => !TEXT_PROVIDERS.some((text) => text === name));
const SETTINGS: [string, Record<string, string>][] = [
  ["nothing", { ...without(), OPEN_DATA: "off", SMTP_URL: "" }],
  ["texts only", without(KEY_VARIABLES[TEXT_PROVIDERS[0]])],
  ["images only", without(...variables(onlyImages))],
];

/** The words of an answer that says that something is missing on this site. */
const MISSING = /\b(?:not set up|not configured|switched off|asks no other sites|sends no mail|environment)\b/i;
/** Presses that end what the next ones need; no provider is asked by them. */
const ENDS =
  /\b(?:delete|remove|discard|sign out|log out|stop|merge|undo|withdraw|revoke|role|release|empty|suspend|disable|enable|deactivate|activate|account|sessions?|restore)\b/i;

interface Press {
  page: string;
  label: string;
  action: string;
  fields: [string, string][];
}

/** Everything that can be pressed on a page, with what its form sends then. */
function pressesOf(page: string, document: Document, origin: string): Press[] {
  const Fields = (document.defaultView as unknown as typeof globalThis).FormData;
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("main button")].filter(
    (button) => button.type === "submit" && !button.matches(":disabled") && button.form,
  );
  return buttons.flatMap((button) => {
    const owner = button.form as HTMLFormElement;
    const method = button.getAttribute("formmethod") ?? owner.method;
    if (method.toLowerCase() !== "post") return [];
    const label = button.getAttribute("aria-label") ?? button.textContent ?? "";
    const to = new URL(button.getAttribute("formaction") ?? owner.getAttribute("action") ?? page, origin + page);
    const texts = [...new Fields(owner)].filter((pair): pair is [string, string] => typeof pair[1] === "string");
    const pressed: [string, string][] = button.name ? [[button.name, button.value]] : [];
    return [{ page, label: label.trim(), action: to.pathname + to.search, fields: [...texts, ...pressed] }];
  });
}

/** One of all that do the same for other records. */
function kindOf({ action, label, fields }: Press): string {
  const names = fields.map(([name, value]) => (name === "ask" || name === "intent" ? `${name}=${value}` : name));
  return [action.replace(/[0-9a-z]{12,}|\d+/g, ":id"), label.split(":")[0], names.at(-1)].join(" ");
}

const SETTING_NAME = /\b(?:SMTP_URL|OPEN_DATA|SITE_URL|[A-Z]+_API_(?:KEY|TOKEN))\b/;
const LACK = /[^.]*\b(?:is not set up on this site|is looked up: this site)\b[^.]*\.[^.]*\./g;

/** The pages of the admin's side as somebody finds them, by their addresses. */
async function pagesFor(headers: Record<string, string>): Promise<Map<string, Document>> {
  const open = () => crawl(world.site, "/admin", headers);
  // A connection that the server has closed meanwhile is opened anew.
  const { opened } = await open().catch(open);
  const pages = [...opened].filter(([page]) => page.startsWith("/admin"));
  expect(pages.length).toBeGreaterThan(30);
  return new Map(pages.map(([page, html]) => [page, new JSDOM(html, { url: world.site.url + page }).window.document]));
}

/** Presses one of each kind of button; gives those whose answer says that something is missing on this site. */
async function missingBehind(pages: Map<string, Document>, headers: Record<string, string>): Promise<string[]> {
  const presses = new Map<string, Press>();
  for (const [page, document] of pages) {
    for (const press of pressesOf(page, document, world.site.url)) {
      const kind = kindOf(press);
      if (!ENDS.test(press.label) && !presses.has(kind)) presses.set(kind, press);
    }
  }
  expect(presses.size).toBeGreaterThan(30);
  const missing: string[] = [];
  for (const { page, label, action, fields } of presses.values()) {
    const press = () => form(world.site, action, fields, { headers });
    const answer = await press().catch(press);
    const text = await answer.text();
    const alert = /data-tone="problem"[^>]*role="alert"|role="alert"[^>]*data-tone="problem"/.test(text)
      ? (new JSDOM(text).window.document.querySelector("[data-tone=problem][role=alert]")?.textContent ?? "")
      : "";
    if (answer.status === 503 || MISSING.test(alert)) missing.push(`${page}: ${label}: ${answer.status} ${alert}`);
  }
  return missing;
}

/** Sentences of the pages that name a setting, or say that something is missing and not whom to ask. */
function unhelpfulOn(pages: Map<string, Document>): string[] {
  return [...pages].flatMap(([page, document]) => {
    const text = document.querySelector("main")?.textContent ?? "";
    const unasked = (text.match(LACK) ?? []).filter((sentence) => !sentence.includes("Please ask Ada Admin"));
    return [SETTING_NAME.exec(text)?.[0] ?? "", ...unasked].filter(Boolean).map((words) => `${page}: ${words}`);
  });
}

describe.each(SETTINGS)("%s", (name, settings) => {
  beforeAll(() => world.again(settings));

  test("D50 PW21 an editor reads whom to ask, and can press nothing that is missing", async () => {
    const { headers } = await signUpEditor(world.site, { firstName: "Eda", lastName: "Editor" });
    const pages = await pagesFor(headers);
    expect(unhelpfulOn(pages)).toEqual([]);
    expect(await missingBehind(pages, headers)).toEqual([]);
  }, 300_000);

  test.runIf(name === "nothing")(
    "D50 PW21 an admin can press nothing that is missing",
    async () => {
      const headers = { Cookie: world.cookies.admin };
      expect(await missingBehind(await pagesFor(headers), headers)).toEqual([]);
    },
    300_000,
  );
});
