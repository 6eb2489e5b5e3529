/** Runs a short form of `npm run test:hostile`, and tests the faults and hangs that it found. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { BODY_CALLS, sendTo, withLeaf } from "../support/calls";
import { askChecked, sendRequest } from "../support/checked-requests";
import { EVIL_HOST, hostileTextUpTo, redirects, toWellFormed, traversals } from "../support/hostile-strings";
import { parsePage } from "../support/parse-page";
import { addPeople, makeCrowd } from "../support/people";
import { expectPersonalPagesUnshared } from "../support/personal-pages";
import { form, get, getJson, json } from "../support/requests";
import { addressOf, builtRoutes, dataAddressOf, queryNames } from "../support/routes";
import type { Site } from "../support/site";
import { createWorld, type World } from "../support/world";

type DescribedPath = Record<string, { parameters?: { in: string; name: string }[] }>;

let world: World;
let site: Site;
let headers: Record<string, string>;
beforeAll(async () => {
  world = await createWorld();
  site = world.site;
  headers = { Cookie: world.cookies.admin };
});
afterAll(() => site?.stop());

/** Sends a body as it is. */
function post(path: string, type: string, body: string | Uint8Array, requestHeaders: Record<string, string> = headers) {
  const requestHeadersSent = { Origin: site.url, "Content-Type": type, ...requestHeaders };
  return fetch(site.url + path, {
    method: "POST",
    headers: requestHeadersSent,
    body: body as BodyInit,
    redirect: "manual",
  });
}
const healthStatus = async () => (await get(site, "/healthz")).status;
const documentOf = async (response: Response) => parsePage(await response.text());
const fieldOf = async (page: Response, name: string) =>
  (await documentOf(page)).querySelector<HTMLInputElement>(`main [name="${name}"]`)?.value;

describe("a sample of the hostile run", () => {
  test("reliability 12 hostile strings in one field of every fast call cause no fault", async () => {
    const calls = BODY_CALLS.filter(({ isSlow, callsOtherServices }) => !isSlow && !callsOtherServices);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), fc.nat(), hostileTextUpTo(5_000), async (call, at, text) => {
        const validBody = await call.body(world);
        const names = Object.keys(validBody);
        await sendTo(world, call, JSON.stringify(withLeaf(validBody, [names[at % names.length] as string], text)));
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  test("reliability 12, 15, 16 hostile strings in searches, redirects and paths to files cause no fault", async () => {
    for (const text of fc.sample(hostileTextUpTo(1_000), 40))
      await askChecked(world, { path: `/directory?search=${encodeURIComponent(toWellFormed(text))}` });
    for (const target of redirects) {
      const { text } = await askChecked(world, { path: `/login?returnTo=${encodeURIComponent(toWellFormed(target))}` });
      expect(text).not.toContain(`href="//${EVIL_HOST}`);
    }
    for (const path of traversals)
      expect((await askChecked(world, { path: `/uploads/${path}` })).status).toBeGreaterThan(299);
  });

  test("reliability 12 letters beyond Latin-1 in every path cause no fault", async () => {
    const value = "\u{10fffa} 名 %0d%0a é";
    for (const route of builtRoutes().filter(({ path }) => /[:*]/.test(path))) {
      const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name as string, value]);
      const path = addressOf(route, { ...Object.fromEntries(names), "*": encodeURIComponent(value) });
      await askChecked(world, { path, as: "admin", callsOtherServices: true });
    }
  });

  test("reliability 12 odd values of every query parameter cause no fault at any route", async () => {
    const names = new Set(queryNames());
    const { body } = await getJson(site, "/api/openapi.json");
    for (const { parameters = [] } of Object.values<DescribedPath>(body.paths).flatMap((path) => Object.values(path)))
      for (const { in: place, name } of parameters) if (place === "query") names.add(name);
    const sortedNames = [...names].sort();
    expect(sortedNames).toEqual(expect.arrayContaining(["country", "language", "limit", "maxwidth", "since", "sort"]));
    // Parameters are sent in groups, because one of them may redirect before the others are read. "_routes" chooses the
    // loaders that run for data, and is sent alone.
    const otherNames = sortedNames.filter((name) => name !== "_routes");
    const groups = Array.from({ length: Math.ceil(otherNames.length / 8) }, (_, index) =>
      otherNames.slice(index * 8, index * 8 + 8),
    ).concat([["_routes"]]);
    const values = ["abc", "-1", "9999999999999999999", "\ud83d\ude00\u0000%", "2026-02-30", "1e999"];
    let turn = 0;
    let routeCount = 0;
    for (const route of builtRoutes()) {
      const path = addressOf(route, { id: world.ids.expert, slug: world.ids.expertSlug, step: "1" });
      // The page of a route is built for one group, in turn; for the others its data is read, by the same code.
      const shownGroup = groups[routeCount++ % groups.length];
      const requests = groups.map((group) => {
        const query = new URLSearchParams(group.map((name) => [name, values[turn++ % values.length] as string]));
        const address = group === shownGroup ? path : dataAddressOf(route, path);
        return askChecked(world, { path: `${address}?${query}`, as: "admin" });
      });
      // A plain object has values by these names.
      const inherited = new URLSearchParams(otherNames.map((name) => [name, "constructor"]));
      requests.push(askChecked(world, { path: `${dataAddressOf(route, path)}?${inherited}`, as: "admin" }));
      await Promise.all(requests);
    }
  });

  test("reliability 19 malformed JSON gets 400, and privileged fields are ignored", async () => {
    for (const call of BODY_CALLS.filter(({ isSlow }) => !isSlow)) {
      expect([call.endpoint, (await sendTo(world, call, '{"a":1,}')).status]).toEqual([call.endpoint, 400]);
    }
    const fields = { intent: "names", firstName: "Uma", lastName: "User", role: "admin" };
    await form(site, "/account", fields, { headers: { Cookie: world.cookies.user } });
    expect((await askChecked(world, { path: "/api/admin/users", as: "user" })).status).toBe(403);
  });

  test("reliability 12 characters that no page can contain are stored as U+FFFD, in texts, lists and their history", async () => {
    const jsonHeaders = { "Content-Type": "application/json", Origin: site.url, ...headers };
    const person = { name: "Half Character", title: "Professor", categories: ["academic"] };
    const { id } = (await json(site, "POST", "/api/admin/experts", person, { headers })).body;
    const body = String.raw`{"title":"Half \ud800 a profes\u0000sor","scienceHighlights":["Half \udc00 an area","\b \u001f \uFFFE ${"\uffff"} a\u000bb\fc"]}`;
    const saveAnswer = await fetch(`${site.url}/api/experts/${id}`, { method: "PUT", headers: jsonHeaders, body });
    expect([saveAnswer.status, await saveAnswer.json()]).toMatchObject([
      200,
      {
        title: "Half \ufffd a profes\ufffdsor",
        scienceHighlights: ["Half \ufffd an area", "\ufffd \ufffd \ufffd \ufffd a b c"],
      },
    ]);
    const { text } = await sendRequest(world, { path: `/admin/experts/${id}/history`, as: "admin" });
    expect(text).toContain("Half \ufffd an area");
    expect(text).not.toMatch(/\\u[dD][89a-fA-F]/);
    await json(site, "DELETE", `/api/experts/${id}`, undefined, { headers });
  });

  test("a form for a record that went into the trash meanwhile shows what was typed", async () => {
    const expert = await form(site, `/admin/experts/${world.ids.trashed}`, { name: "Typed Meanwhile" }, { headers });
    expect(await fieldOf(expert, "name")).toBe("Typed Meanwhile");
    const draft = { title: "A draft that goes", body: "Text.", type: "research-insight", status: "draft" };
    const { id } = (await json(site, "POST", "/api/admin/articles", draft, { headers })).body;
    await json(site, "DELETE", `/api/admin/articles/${id}`, undefined, { headers });
    const article = await form(site, `/admin/articles/${id}`, { title: "Typed Meanwhile" }, { headers });
    expect(await fieldOf(article, "title")).toBe("Typed Meanwhile");
  });

  test("reliability 10 an invalid Host gets 400", async () => {
    for (const host of ["localhost:99999", "256.1.1.1", "[::::]", "["]) {
      expect([host, (await sendRequest(world, { path: "/", headers: { Host: host } })).status]).toEqual([host, 400]);
      const forwardedAnswer = await sendRequest(world, { path: "/", headers: { "X-Forwarded-Host": host } });
      expect([host, forwardedAnswer.status]).toEqual([host, 400]);
    }
  });

  test("reliability 28 a personal answer is never shown to somebody else", async () => {
    await expectPersonalPagesUnshared(world, 40);
  });
});

describe("reliability 9, 10 bodies that cost the site more than their senders", () => {
  test("a sign-in with thousands of fields is refused by its size, or for missing fields", async () => {
    const names = Array.from({ length: 8_000 }, (_, index) => `"${index}":1`).join();
    expect((await post("/api/auth/login", "application/json", `{${names}}`, {})).status).toBe(413);
    expect((await post("/api/auth/login", "application/json", `[${"1,".repeat(19_000)}1]`, {})).status).toBe(400);
    expect(await healthStatus()).toBe(200);
  });

  test("D18 JSON of very many small values is refused before it is parsed; long texts are accepted", async () => {
    const call = (body: string) => post("/api/admin/articles/preview", "application/json", body);
    expect((await call(`{"body":[${"{},".repeat(300_000)}{}]}`)).status).toBe(413);
    expect((await call(JSON.stringify({ body: `${'[{",'.repeat(20_000)}\\` }))).status).toBe(200);
    expect((await call('{"body":"never ends')).status).toBe(400);
  });

  test("forms of 500,000 fields are refused before any of them is read", async () => {
    for (const path of ["/forgot-password", "/preferences", "/submit", "/admin/settings"]) {
      const answer = await post(path, "application/x-www-form-urlencoded", "a&".repeat(500_000));
      expect([path, answer.status]).toEqual([path, 413]);
    }
    expect(await healthStatus()).toBe(200);
  });

  test("a table of 5,000 columns is refused instead of being shown", async () => {
    const body = new FormData();
    const line = (cell: (index: number) => string) => Array.from({ length: 5_000 }, (_, index) => cell(index)).join();
    body.set("file", new File([`${line((index) => `c${index}`)}\n${line(() => "x")}\n`], "people.csv"));
    const requestHeaders = { Origin: site.url, ...headers };
    const answer = await fetch(`${site.url}/admin/import?index`, { method: "POST", body, headers: requestHeaders });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("This table has 5,000 columns");
  });
});

describe("reliability 12, 19 requests that no browser sends", () => {
  test("a form part without a name is ignored, and the form is answered", async () => {
    const nameless = "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n";
    const file = '--b\r\nContent-Disposition: form-data; filename="a.png"\r\n\r\nx\r\n--b--\r\n';
    for (const path of ["/api/admin/images", "/admin/uploader", "/admin/import?index"]) {
      for (const body of [nameless, file]) {
        const { status } = await post(path, "multipart/form-data; boundary=b", body);
        expect([path, status < 500]).toEqual([path, true]);
      }
    }
  });

  test("objects are refused where texts belong", async () => {
    const notText = { toString: 1 };
    const article = { title: "T", body: "Text.", type: "research-insight" };
    const refusal = await json(site, "POST", "/api/admin/articles", { ...article, tags: [notText] }, { headers });
    expect(refusal.status).toBe(400);
    const withObjectSlug = await json(site, "POST", "/api/admin/articles", { ...article, slug: notText }, { headers });
    expect(withObjectSlug.status).toBeLessThan(500);
    const { expected } = (await getJson(site, "/api/auth/captcha")).body;
    const resetRequest = { email: "a@mail.example", captchaAnswer: notText, captchaExpected: expected };
    expect((await json(site, "POST", "/api/auth/forgot-password", resetRequest)).status).toBe(400);
  });

  test("PW03 an unknown provider is refused in the wizard's own page, and the return address cannot set a header", async () => {
    const wizardPath = (await form(site, "/admin/promote?index", {}, { headers })).headers.get("Location");
    const address = `${wizardPath}/1`.replace(/\/1\/1$/, "/1");
    for (const imageProvider of ["nobody", "constructor", "__proto__"]) {
      expect((await form(site, address, { step: "1", imageProvider }, { headers })).status).toBe(400);
    }
    const response = await form(site, address, { step: "1", keep: "a\r\nX-Injected: 1 é" }, { headers });
    expect([response.status, response.headers.get("X-Injected")]).toEqual([303, null]);
  });

  test("an address in other letters redirects to itself", async () => {
    const path = `/admin/articles/${encodeURIComponent("\u00a0\u3000")}`;
    const answer = await get(site, `${path}/discard`, { headers });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, path]);
  });
});

describe("reliability 16 the return address", () => {
  test("D5 is left out when it is too long for a header", async () => {
    const { headers: longHeaders } = await get(site, `/account?search=${"%20".repeat(4_000)}`);
    expect(longHeaders.get("Location")).toBe("/login?returnTo=%2F");
    const { headers: shortHeaders } = await get(site, "/account?saved=email");
    expect(shortHeaders.get("Location")).toBe("/login?returnTo=%2Faccount%3Fsaved%3Demail");
  });
});

describe("reliability 12 typed input", () => {
  test("is shown again when a colleague decided the submission meanwhile", async () => {
    const reader = await signUp(site);
    const fields = {
      name: "Nadia Newcomer",
      title: "Professor",
      categories: ["academic"],
      longevityContribution: "Found out.",
      referenceLinks: ["https://nadia.example/"],
    };
    await json(site, "POST", "/api/submissions", fields, { headers: reader.headers });
    const list = (await getJson(site, "/api/admin/submissions", { headers })).body;
    const path = `/admin/submissions/${list[0].id}`;
    expect((await form(site, path, { intent: "reject", reviewNotes: "No source." }, { headers })).status).toBe(303);
    for (const formPath of [path, `${path}/edit`]) {
      const lateForm = await form(site, formPath, { intent: "reject", reviewNotes: "Typed <late>" }, { headers });
      const notes = (await documentOf(lateForm)).querySelector<HTMLTextAreaElement>("[name=reviewNotes]");
      expect([formPath, lateForm.status, notes?.value]).toEqual([formPath, 409, "Typed <late>"]);
    }
  });

  test("D17 does not load an image of another site when the form comes back", async () => {
    for (const imageUrl of ["//evil.example/x.png", "/\\evil.example/x.png", "data:image/svg+xml,<svg/>"]) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ name: "", imageUrl })) body.set(name, value);
      const requestHeaders = { Origin: site.url, ...headers };
      const answer = await fetch(`${site.url}/admin/experts/new`, { method: "POST", body, headers: requestHeaders });
      const page = await documentOf(answer);
      expect([answer.status, page.querySelector<HTMLInputElement>("#imageUrl")?.value]).toEqual([400, imageUrl]);
      expect([...page.querySelectorAll("fieldset img")].map((image) => image.getAttribute("src"))).toEqual([]);
    }
  });
});

test("reliability 14 the preview of a text with leading spaces equals its page", async () => {
  const body = "\r\n    some code\r\n\r\nMore.  ";
  const article = await json(
    site,
    "POST",
    "/api/admin/articles",
    { title: "Spaces", body, status: "published", type: "research-insight" },
    { headers },
  );
  const page = await (await get(site, `/articles/${article.body.slug}`)).text();
  const { html } = (await json(site, "POST", "/api/admin/articles/preview", { title: "Spaces", body }, { headers }))
    .body;
  // A first line with leading spaces comes from pasting and is not code.
  expect(html).toContain("<p>some code");
  expect(page).toContain(html);
});

test("reliability 12 characters of several bytes stay whole wherever they stand in a page", async () => {
  const text = "💡".repeat(70);
  await addPeople(site, makeCrowd(24, { title: text, longevityContribution: text, categories: ["academic"] }));
  const page = await (await get(site, "/directory?search=Person")).text();
  expect(page.match(/💡{70}/gu)?.length).toBeGreaterThanOrEqual(24);
  expect(page).not.toMatch(/💡[\0\ufffd]|[\0\ufffd]💡/u); // Texts of earlier tests may hold U+FFFD.
});
