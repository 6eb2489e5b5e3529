/** Checks that texts in other scripts stand in their own direction, on every public and admin page. */
import { NodeFilter } from "linkedom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { addArticles, article } from "../support/articles";
import { crawl } from "../support/crawl";
import { parsePage } from "../support/parse-page";
import { addPeople, fullSubmission } from "../support/people";
import { get, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

/** Letters that run from right to left: Hebrew, Arabic, Persian. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const PEOPLE = [
  { slug: "fatima", name: "فاطمة الزهراء بنت محمد", word: "الشيخوخة", place: "جامعة القاهرة" },
  { slug: "rivka", name: "רבקה כהן־לוי", word: "הזדקנות", place: "האוניברסיטה העברית" },
  { slug: "shirin", name: "شیرین عبادی‌نژاد", word: "پیری", place: "دانشگاه تهران" },
  { slug: "shinya", name: "山中伸弥", word: "老化", place: "京都大学" },
  { slug: "olga", name: "Ольга Мартынюк", word: "Старение", place: "Киевский университет" },
];

let site: Site;
let headers: Record<string, string>;
beforeAll(async () => {
  site = await startSite({ starter: false, env: { RATE_LIMIT: "off", OPEN_DATA: "off" } });
  ({ headers } = await signUpAdmin(site, { firstName: "שרה", lastName: "לוי" }));
  await addPeople(site, PEOPLE.map(personOf));
  const [firstPerson] = PEOPLE;
  const body = `## ${firstPerson?.word}\n\n${firstPerson?.word}.`;
  await addArticles(
    site,
    PEOPLE.map(({ slug, name, word }) =>
      article(`${word} ${name}`, { expert: slug, excerpt: word, body, tags: [word] }),
    ),
  );
  for (const { slug, name, word, place } of PEOPLE.slice(0, 2)) {
    const texts = { longevityContribution: `${word} ${place}.`, biography: `${name} ${word}.`, submitterReason: word };
    const referenceLinks = [`https://pages.example/${slug}-new`];
    await send("POST", "/api/submissions", {
      ...fullSubmission,
      name: `${word} ${name}`,
      title: place,
      referenceLinks,
      ...texts,
    });
  }
  const trashedExpert = await send("POST", "/api/admin/experts", {
    ...personOf({ ...PEOPLE[1], slug: "left" } as never),
    name: "עזב",
  });
  await send("DELETE", `/api/experts/${trashedExpert.id}`, {});
  await send("POST", "/api/admin/topics", {
    name: firstPerson?.word,
    description: firstPerson?.name,
    otherNames: [firstPerson?.place],
  });
});
afterAll(() => site?.stop());

function personOf({ slug, name, word, place }: (typeof PEOPLE)[number]) {
  return {
    name,
    slug,
    title: `${word}, ${place}`,
    categories: ["academic", "author"],
    longevityContribution: `${word} ${place}.`,
    biography: `${name} ${word}.\n\n## ${word}\n\n- ${place}`,
    affiliation: place,
    interests: word,
    books: [`${word}|${name}|https://books.example/${slug}`],
    scienceHighlights: [`${word}|${place}`],
    referenceLinks: [`${place}|https://pages.example/${slug}`],
    sources: [`${word} ${place}`],
    longevityInterviewTitle: word,
    longevityInterviewShortDescription: `${word}.`,
    longevityInterviewLongDescription: `${word}.`,
    longevityInterviewVideoEmbed: "https://vimeo.com/76979871",
    productTitle: word,
    productDescription: place,
    productButtonText: word,
    productButtonUrl: "https://shop.example/",
  };
}

async function send(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body: unknown) {
  const answer = await json(site, method, path, body, { headers });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

test("PR08 every text of a person has its own direction, on public and admin pages", async () => {
  const problems = new Set<string>();
  const { openedPages: pages } = await crawl(site, "/", headers);
  for (const path of [
    `/directory?search=${PEOPLE[0]?.word}`,
    "/my-list?people=fatima,rivka",
    "/my-list?compare=fatima,rivka",
    ...PEOPLE.flatMap(({ slug }) => [`/${slug}`, `/${slug}/embed`]),
  ])
    pages.set(path, await (await get(site, path, { headers })).text());
  for (const [path, html] of pages) for (const problem of undirectedTexts(html)) problems.add(`${path}: ${problem}`);
  expect(pages.size).toBeGreaterThan(60);
  expect([...problems]).toEqual([]);
});

test("PR08 a person with a name only in another script has an address, a monogram, a share picture and search results", async () => {
  for (const { slug, name, word } of PEOPLE) {
    const html = await (await get(site, `/${slug}`)).text();
    const document = parsePage(html);
    expect(document.querySelector("h1")?.textContent).toBe(name);
    expect(document.querySelector(".identity .face")?.textContent).toMatch(/^\p{L}{1,2}$/u);
    const picture = await get(site, `/${slug}/share.png`);
    expect([slug, picture.status, picture.headers.get("Content-Type")]).toEqual([slug, 200, "image/png"]);
    const body = await (await get(site, `/directory?search=${encodeURIComponent(name)}`)).text();
    expect([word, body.includes(`href="/${slug}"`)]).toEqual([word, true]);
  }
  const createdExpert = await send("POST", "/api/admin/experts", {
    name: "מרים אדלר",
    title: "רופאה",
    categories: ["clinician"],
  });
  expect(createdExpert.slug).toMatch(/^[a-z0-9-]{3,}$/);
});

/**
 * Returns right-to-left texts that no element gives a direction, or only one that also holds words in Latin script. Mails as they were
 * written are left out.
 */
function undirectedTexts(html: string): string[] {
  if (!RIGHT_TO_LEFT.test(html)) return [];
  const document = parsePage(html);
  const problems: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement as HTMLElement;
    const text = (node.textContent ?? "").replace(/\u2068[^\u2069]*\u2069/g, "");
    if (!RIGHT_TO_LEFT.test(text) || parent.closest("script, .face, pre")) continue;
    if (parent.matches("textarea")) continue;
    const directedElement = parent.closest("[dir=auto], bdi");
    if (!directedElement) problems.push(`no direction: ${parent.outerHTML.slice(0, 160)}`);
    else if (/\p{Script=Latin}{3}/u.test(textWithoutDirectedParts(directedElement)))
      problems.push(`with other words: ${directedElement.outerHTML.slice(0, 160)}`);
  }
  for (const field of document.querySelectorAll<HTMLInputElement>(
    "textarea, input:not([type=hidden], [type=checkbox], [type=radio])",
  ))
    if (RIGHT_TO_LEFT.test(field.value) && !field.hasAttribute("readonly") && field.getAttribute("dir") !== "auto")
      problems.push(`field: ${field.outerHTML.slice(0, 160)}`);
  return problems;
}

/** Returns the text of an element without addresses and parts that have a direction of their own. */
function textWithoutDirectedParts(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const part of copy.querySelectorAll("[dir], bdi")) part.remove();
  return (copy.textContent ?? "").replace(/https?:\S+|[\w.-]+\.example\S*/g, "");
}
