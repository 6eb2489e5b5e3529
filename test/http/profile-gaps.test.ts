/** Tests the most frequent gaps of profiles on the dashboard, and how editors fill them one person after the other. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpEditor } from "../support/admin";
import { parsePage } from "../support/parse-page";
import { get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let editor: Awaited<ReturnType<typeof signUpEditor>>;

beforeAll(async () => {
  site = await startSite({ starter: false, env: { RATE_LIMIT: "off" } });
  editor = await signUpEditor(site);
  for (const name of ["Ada Bare", "Bea Bare", "Cy Bare"]) await addExpert({ name });
  await addExpert({ name: "Dora Done", biography: "She is known." });
});
afterAll(() => site?.stop());

const addExpert = (person: object) => json(site, "POST", "/api/admin/experts", person, { headers: editor.headers });

async function open(path: string) {
  const answer = await get(site, path, editor);
  return { status: answer.status, document: parsePage(await answer.text()) };
}

const headingOf = (document: Document) => document.querySelector("main h1")?.textContent;

test("EM01 the dashboard counts the most frequent gaps, each with a link that begins to fill them", async () => {
  const { document } = await open("/admin");
  const gaps = Array.from(document.querySelectorAll("section[aria-labelledby=gaps] li"), (item) => [
    item.querySelector("a")?.textContent,
    item.querySelector("small")?.textContent,
    item.querySelectorAll("a")[1]?.getAttribute("href"),
  ]);
  expect(gaps).toContainEqual(["No source", "4 people", "/admin/gaps/source"]);
  expect(gaps).toContainEqual(["No biography", "3 people", "/admin/gaps/biography"]);
  expect(gaps).toHaveLength(3);
  expect(document.querySelector("section[aria-labelledby=lately]")?.textContent).toContain("Dora Done");
});

test("EM07 people with a gap are shown one after the other, to be completed or skipped", async () => {
  const firstPage = await open("/admin/gaps/biography");
  expect(headingOf(firstPage.document)).toBe("Ada Bare");
  expect(firstPage.document.querySelector("main")?.textContent).toContain("No biography, 3 people are left.");
  const nextPath = firstPage.document.querySelector('main a[data-key="s"]')?.getAttribute("href") ?? "";
  const secondPage = await open(nextPath);
  expect(headingOf(secondPage.document)).toBe("Bea Bare");
  const form = secondPage.document.querySelector("main form");
  expect(form?.querySelector("textarea[name=biography]")?.getAttribute("data-key")).toBe("e");
  expect(form?.querySelector("[name=returnTo]")?.getAttribute("value")).toBe(nextPath);
  const { body } = await getJson(site, "/api/experts/bea-bare");
  await json(site, "PUT", `/api/experts/${body.id}`, { biography: "Now she is." }, { headers: editor.headers });
  const thirdPage = await open(nextPath);
  expect(headingOf(thirdPage.document)).toBe("Cy Bare");
  expect(thirdPage.document.querySelector("main")?.textContent).toContain("2 people are left");
  expect((await open("/admin/gaps/biography?skip=2")).status).toBe(200);
  expect((await open("/admin/gaps/biography?skip=-1e99")).status).toBe(200);
  expect((await open("/admin/gaps/nothing")).status).toBe(404);
});
