/** Checks that each number in an admin list equals the number of rows that its link leads to, for random filters and searches. */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GAPS } from "../../app/models/editing/experts/gaps";
import { seededRandom } from "../../scripts/seed-random";
import { fieldsByForm, formOf } from "../support/form-fields";
import { parsePage } from "../support/parse-page";
import { get } from "../support/requests";
import { createWorld, SEEDED_LISTS, type World } from "../support/world";

const DRAWS = 30;
const SEARCHES = ["", "", "imaginary", "professor", "invented", "neuro", "kenyon", "reader", "a", "note", "xqzvw", "“"];

/** The filters of each list besides its search. */
const LISTS: Record<string, Record<string, string[]>> = {
  "/admin/experts": { gap: ["", ...Object.keys(GAPS)] },
  "/admin/submissions": { status: ["", "approved", "rejected"] },
  "/admin/articles": { status: ["", "published", "draft"], type: ["", "research-insight", "expertise-tip"] },
  "/admin/library": { tab: ["", "images"], expert: ["", "Hanna Hostile"] },
  "/admin/requests": { status: ["", "decided"] },
};
/** Lists without a search. */
const UNSEARCHED = ["/admin/requests"];

let world: World;
beforeAll(async () => {
  world = await createWorld(SEEDED_LISTS);
});
afterAll(() => world?.site.stop());

async function documentAt(path: string): Promise<Document> {
  const answer = await get(world.site, path, { headers: { Cookie: world.cookies.admin } });
  expect(answer.status, path).toBe(200);
  return parsePage(await answer.text());
}

const rowCounts = new Map<string, number>();

/** Counts the rows of a list at an address, on all of its pages. */
async function countRows(path: string): Promise<number> {
  const cachedCount = rowCounts.get(path);
  if (cachedCount !== undefined) return cachedCount;
  let rowCount = 0;
  for (let nextPath: string | undefined = path; nextPath; ) {
    const page: Document = await documentAt(nextPath);
    rowCount += page.querySelectorAll("main tbody tr, main li:has(input[type=checkbox])").length;
    const nextAddress: string | null | undefined = page.querySelector("main nav a[rel=next]")?.getAttribute("href");
    nextPath = nextAddress ?? undefined;
  }
  rowCounts.set(path, rowCount);
  return rowCount;
}

/** Returns the numbers on a page, each with the address of the rows that it counts. */
function numbersOn(page: Document, path: string): [text: string, count: number, address: string][] {
  const text = (element: Element) => (element.textContent ?? "").trim();
  const numberInBrackets = (element: Element) => /\(([\d,]+)\)$/.exec(text(element))?.[1];
  const numbers: [string, string | undefined, string][] = [];
  for (const link of page.querySelectorAll("main a[href^='/admin']"))
    numbers.push([text(link), numberInBrackets(link), link.getAttribute("href") ?? ""]);
  const formFields = fieldsByForm(page);
  for (const option of page.querySelectorAll("main form option")) {
    const select = option.closest("select");
    const form = select && formOf(select);
    if (!form || form.getAttribute("method") === "post") continue;
    const fields = new URLSearchParams(formFields.get(form));
    fields.set(select.getAttribute("name") ?? "", option.getAttribute("value") ?? text(option));
    const { pathname } = new URL(form.getAttribute("action") ?? path, world.site.url + path);
    numbers.push([text(option), numberInBrackets(option), `${pathname}?${fields}`]);
  }
  for (const line of page.querySelectorAll("main p, main span"))
    numbers.push([text(line), /^([\d,]+) found/.exec(text(line))?.[1], path]);
  for (const link of page.querySelectorAll("main a[download]"))
    numbers.push([text(link), /^Export ([\d,]+) as CSV$/.exec(text(link))?.[1], path]);
  return numbers.flatMap(([label, count, address]) =>
    count === undefined ? [] : [[label, Number(count.replaceAll(",", "")), address] as [string, number, string]],
  );
}

test("EM07 MO01 AR01 LI01 every number of a list is the number of its rows, under any filter and search together", async () => {
  const seed = Number(process.env.SEED ?? randomInt(1_000_000));
  const random = seededRandom(seed);
  const problems: string[] = [];
  let numberCount = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const list = random.pick(Object.keys(LISTS));
    const fields = Object.entries(LISTS[list] ?? {}).map(([name, values]) => [name, random.pick(values)]);
    if (!UNSEARCHED.includes(list)) fields.push(["search", random.pick(SEARCHES)]);
    const path = `${list}?${new URLSearchParams(fields.filter(([, value]) => value))}`.replace(/\?$/, "");
    for (const [label, count, address] of numbersOn(await documentAt(path), path)) {
      numberCount++;
      const rowCount = await countRows(address);
      if (rowCount !== count) problems.push(`${path}: “${label}” leads to ${rowCount} rows at ${address}`);
    }
  }
  expect(numberCount).toBeGreaterThan(DRAWS);
  expect([...new Set(problems)], `seed ${seed}`).toEqual([]);
});

test("EM01 EM02 each number of the dashboard, and of the article list's figures, equals the rows that it leads to", async () => {
  const dashboard = await documentAt("/admin");
  const links = Array.from(dashboard.querySelectorAll("main li a"), (link): [number, string] => [
    Number(/^([\d,]+) /.exec(link.textContent ?? "")?.[1]?.replaceAll(",", "")),
    link.getAttribute("href") ?? "",
  ]).filter(([count]) => count > 0);
  expect(links.length).toBeGreaterThan(1);
  for (const [count, address] of links) expect([address, await countRows(address)]).toEqual([address, count]);
  const articles = await documentAt("/admin/articles");
  const figure = (label: string) => {
    const term = Array.from(articles.querySelectorAll("main dt"), (element) => element).find(
      (element) => element.textContent === label,
    );
    return Number(term?.nextElementSibling?.textContent?.replaceAll(",", ""));
  };
  for (const [label, query] of Object.entries({
    Total: "",
    Published: "?status=published",
    Drafts: "?status=draft",
    "Research Insights": "?type=research-insight",
    "Longevity Tips": "?type=expertise-tip",
  }))
    expect([label, await countRows(`/admin/articles${query}`)]).toEqual([label, figure(label)]);
});
