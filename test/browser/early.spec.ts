/** Tests changes that readers make before the scripts of a page start. The walk over all forms finds the pages by the routes. */
import type { Page } from "@playwright/test";
import { get } from "../support/requests";
import { cookiesOf, createWorld, pagesOf } from "../support/world";
import { hold, requestsOf, translate, waitForPaint, watchStart } from "./reader";
import { expect, testBeside } from "./site";

const test = testBeside(async () => {
  const world = await createWorld();
  return { world, site: world.site, stop: world.site.stop };
});

declare global {
  interface Window {
    /** The controls that dispatched an `input` or `change` event. */
    changedControls: Set<EventTarget | null>;
  }
}

/** Matches the script that starts the framework. */
const ENTRY_SCRIPT = /entry\.client.*\.js/;
/** Matches addresses that the walk leaves out: files, previews, signing out, and addresses with an unknown parameter. */
const UNVISITED = /preview$|download$|\.csv$|something|\/logout/;

test.use({ allowedComplaints: [/status of 4\d\d/] });

for (const role of ["nobody", "member", "admin"] as const) {
  test(`EM08 SU01 every form keeps what was typed, chosen, ticked and unfolded before its scripts start, and sends it: ${role}`, async ({
    page,
    context,
    neighbours: { world },
  }) => {
    await context.addCookies(cookiesOf(world, role));
    await watchStart(page);
    await page.addInitScript(() => {
      window.changedControls = new Set();
      for (const type of ["input", "change"])
        document.addEventListener(type, ({ target }) => window.changedControls.add(target), true);
    });
    page.on("dialog", (dialog) => dialog.accept());
    // A search that was typed early starts with the scripts; its answer would change the lists, and their forms.
    await page.route(/\.data(\?|$)/, () => {});
    const paths = new Set(
      pagesOf(world).flatMap(({ path, as }) => (as === role && !UNVISITED.test(path) ? [path] : [])),
    );
    const seenFields = new Set<string>();
    for (const path of paths) {
      const answer = await get(world.site, path, { headers: { Cookie: world.cookies[role] } });
      const main = /<main.*<\/main>/s.exec(await answer.text())?.[0] ?? "";
      const fieldTags = main.match(/<(input|select|textarea)\b(?![^>]*type="hidden")[^>]*? name="[^"]+"/g) ?? [];
      // Pages with the same fields are visited once.
      const fields = fieldTags.map((tag) => tag.replace(/ (id|value|aria-\w+)="[^"]*"/g, "")).join();
      if (answer.status >= 400 || fields === "" || seenFields.has(fields)) continue;
      seenFields.add(fields);
      await test.step(path, async () => {
        const heldRequest = await hold(page, ENTRY_SCRIPT);
        await page.goto(world.site.url + path);
        // Members read a translated page.
        if (role === "member") await page.evaluate(translate);
        const changedCount = await page.evaluate(changeAlternateControls);
        const earlyState = await page.evaluate(readForms);
        await page.evaluate(() => window.changedControls.clear());
        await heldRequest.release();
        await page.keyboard.press("Shift");
        await page.waitForFunction(() => window.isLive);
        await waitForPaint(page);
        expect.soft(await page.evaluate(readForms), path).toEqual(earlyState);
        expect
          .soft(await page.evaluate(() => window.changedControls.size), `controls with an event: ${path}`)
          .toBe(changedCount);
      });
    }
    expect(seenFields.size).toBeGreaterThan(3);
  });
}

/** Opens a page, and returns a function that starts its scripts. They do not start before. */
async function openWithoutScripts(page: Page, address: string): Promise<() => Promise<void>> {
  const heldRequest = await hold(page, ENTRY_SCRIPT);
  await watchStart(page);
  await page.goto(address);
  return async () => {
    await heldRequest.release();
    await page.waitForFunction(() => window.isLive);
    await waitForPaint(page);
  };
}

test.describe("the pages of an editor", () => {
  test.beforeEach(({ context, neighbours: { world } }) => context.addCookies(cookiesOf(world, "admin")));

  test("EM08 a choice of the promotion that was made early is stored like one made later", async ({
    page,
    neighbours: { world },
  }) => {
    const startHeldScripts = await openWithoutScripts(page, `/admin/promote/${world.ids.promotion}/3`);
    await page.locator("[name=size]").selectOption("1024x1792");
    const saveRequest = page.waitForRequest((request) => request.method() === "PUT");
    await startHeldScripts();
    expect((await saveRequest).postDataJSON()).toMatchObject({ size: "1024x1792" });
  });

  test("AR08 an article that was sent before the scripts start is sent once, and no draft of it is stored", async ({
    page,
    neighbours: { world },
  }) => {
    const path = `/admin/articles/${world.ids.draft}`;
    const startHeldScripts = await openWithoutScripts(page, path);
    await page.locator("#title").fill("Sent early");
    // The answer comes after the start of the scripts, or not at all.
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ status: 204 }),
    );
    const requests = requestsOf(page);
    const sentRequest = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await sentRequest;
    await startHeldScripts();
    await expect(page.locator("#title")).toHaveValue("Sent early");
    // A hidden page stores its draft at once.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    expect(requests.map((request) => request.method()).filter((method) => method !== "GET")).toEqual(["POST"]);
  });

  test("EM08 a row that was added before the scripts start stays, and leaving asks", async ({
    page,
    neighbours: { world },
  }) => {
    const startHeldScripts = await openWithoutScripts(page, `/admin/experts/${world.ids.expert}`);
    await page.locator("#title").fill("Typed early");
    const rows = page.locator("#topics li");
    const count = await rows.count();
    await page.locator("#topics-add").evaluate((button: HTMLButtonElement) => button.click());
    await expect(rows).toHaveCount(count + 1);
    await startHeldScripts();
    await expect(page.locator("#title")).toHaveValue("Typed early");
    await page.locator("nav").getByRole("link", { name: "Articles" }).first().click();
    await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  });

  test("EM03 after Back a search of a list follows the address, and does not search again", async ({ page }) => {
    await openWithoutScripts(page, "/admin/experts");
    await page.locator("main [type=search]").first().fill("hanna");
    await page.locator("main [type=search]").first().press("Enter");
    await page.waitForURL(/search=hanna/);
    await page.unroute(ENTRY_SCRIPT);
    await page.goBack();
    await page.waitForFunction(() => window.isLive);
    await expect(page.locator("main [type=search]").first()).toHaveValue("");
  });
});

test("PB06 letters that are composed while the scripts start can be composed further", async ({ page }) => {
  const startHeldScripts = await openWithoutScripts(page, "/directory");
  await page.locator("main [type=search]").first().focus();
  const keyboard = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    keyboard.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  await compose("かん");
  const entryResponse = page.waitForResponse(ENTRY_SCRIPT);
  const scriptsStarted = startHeldScripts();
  await (await entryResponse).finished();
  await waitForPaint(page);
  await compose("漢字");
  await keyboard.send("Input.insertText", { text: "漢字" });
  await scriptsStarted;
  await expect(page.locator("main [type=search]").first()).toHaveValue("漢字");
});

/** Unfolds everything, and changes the first, third, fifth … visible control of the page, as a reader without scripts does. Returns the number of changed controls. */
function changeAlternateControls(): number {
  let changedCount = 0;
  const controls = document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    "main :is(input, textarea, select):not([type=hidden], [type=file], #categories, #model, [data-send], [data-live], [readonly], :disabled)",
  );
  for (const details of document.querySelectorAll<HTMLDetailsElement>("main details")) details.open = true;
  let visibleCount = 0;
  for (const control of controls) {
    if (!control.checkVisibility() || visibleCount++ % 2 === 1) continue;
    const { type } = control;
    if (control instanceof HTMLSelectElement) {
      // These choices send their form at once.
      if (control.form?.role === "search") continue;
      const otherOptions = Array.from(control.options).filter(({ selected, disabled }) => !selected && !disabled);
      const option = otherOptions.at(-1);
      if (!option) continue;
      control.focus();
      option.selected = true;
    } else if (control instanceof HTMLInputElement && (type === "checkbox" || type === "radio")) {
      if (type === "radio" && control.checked) continue;
      control.checked = !control.checked;
    } else {
      const typedValues: Record<string, string> = {
        number: "7",
        date: "2026-05-04",
        time: "10:00",
        "datetime-local": "2031-05-04T10:00",
        color: "#123456",
      };
      control.value = typedValues[type] ?? "typed.early@mail.example";
      control.focus();
      if (control.selectionStart !== null) control.setSelectionRange(2, 5);
    }
    changedCount++;
  }
  return changedCount;
}

/** Returns what the forms of the page show and send, and where the reader is. */
function readForms() {
  const focused = document.activeElement as HTMLInputElement;
  return {
    sent: Array.from(document.querySelectorAll<HTMLFormElement>("main form"), (form) =>
      Array.from(new FormData(form), ([name, value]) =>
        // Scripts show only the models of the chosen provider.
        name === "model" ? "" : `${name}=${value instanceof File ? value.name : value}`,
      ).filter(Boolean),
    ),
    shown: Array.from(
      document.querySelectorAll<HTMLInputElement>(
        "main :is(input, textarea, select):not([type=hidden], #model, [data-live])",
      ),
      ({ id, name, value, checked }) => `${id || name}: ${value} ${checked ?? ""}`,
    ),
    unfolded: Array.from(document.querySelectorAll<HTMLDetailsElement>("main details:not(.menu)"), ({ open }) => open),
    focused: [focused.id || focused.name, focused.selectionStart, focused.selectionEnd],
  };
}
