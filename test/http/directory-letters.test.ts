/** A list by names has its letters, and each leads to the first person who has it. */
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addPeople, crowd } from "../support/people";
import { get } from "../support/requests";
import { type Site, startSite } from "../support/site";

const NAMED = [
  "Ágota Álmos",
  "Ólafur Ørsted",
  "Łucja Łoś",
  "María Núñez",
  "José Ñíguez",
  "Prof. Ursula von der Leyen",
  "Zoë Ẓāhir",
  "Øystein Aas",
  "Ελένη Ωνάση",
  "Иван Иванов",
  "Анна Белова",
  "42",
  "山中 伸弥",
  "王 偉",
  "김 연아",
  "דן כהן",
];

let site: Site;
beforeAll(async () => {
  site = await startSite({ starter: false });
  await addPeople(site, [
    ...NAMED.map((name) => ({ name, title: "Professor" })),
    ...crowd(60, { categories: ["academic"], country: "DE" }).map((one) => ({ ...one, name: `${one.name} Mayer` })),
    ...crowd(30, { categories: ["author"], country: "FR" }).map((one) => ({ ...one, name: `Berta ${one.name} Quade` })),
  ]);
});
afterAll(() => site?.stop());

async function pageOf(path: string) {
  const answer = await get(site, path);
  return { status: answer.status, document: new JSDOM(await answer.text()).window.document };
}

async function lettersOf(path: string) {
  const { document } = await pageOf(path);
  const links = document.querySelectorAll<HTMLAnchorElement>("nav[aria-label=Letters] a");
  return Array.from(links, (link) => ({ letter: link.textContent ?? "", to: link.getAttribute("href") ?? "" }));
}

/** The names at the anchors of all letters. */
async function ledTo(path: string): Promise<[letter: string, name: string][]> {
  const names: [string, string][] = [];
  for (const { letter, to } of await lettersOf(path)) {
    const { document } = await pageOf(to.split("#")[0] as string);
    const card = document.getElementById(decodeURIComponent(to.split("#")[1] as string));
    names.push([letter, card?.querySelector("h3")?.textContent ?? ""]);
  }
  return names;
}

describe("PB05 letters of a list by names", () => {
  test("lead to the first person of each, with accents under their letter and other scripts by their own", async () => {
    expect(await ledTo("/directory?sort=name")).toEqual([
      ["#", "42"],
      ["A", "Øystein Aas"],
      ["L", "Prof. Ursula von der Leyen"],
      ["M", "Person 001 Mayer"],
      ["N", "José Ñíguez"],
      ["O", "Ólafur Ørsted"],
      ["Q", "Berta Person 001 Quade"],
      ["Z", "Zoë Ẓāhir"],
      ["Ω", "Ελένη Ωνάση"],
      ["Б–И", "Анна Белова"],
      ["כ", "דן כהן"],
      ["ㄱ", "김 연아"],
      ["漢", "山中 伸弥"],
    ]);
  });

  test("are those of a narrowed list, of several categories and of a search", async () => {
    const of = async (query: string) => (await lettersOf(`/directory?${query}`)).map(({ letter }) => letter).join("");
    expect(await of("country=DE,FR&sort=name")).toBe("MQ");
    expect(await of("category=academic,author&sort=name")).toBe("MQ");
    expect(await of("search=person&sort=name")).toBe("MQ");
    expect(await ledTo("/directory?search=person&sort=name")).toEqual([
      ["M", "Person 001 Mayer"],
      ["Q", "Berta Person 001 Quade"],
    ]);
    for (const one of [
      "sort=newest",
      "",
      "category=academic&sort=name",
      "search=almos&sort=name",
      "search=nobody&sort=name",
    ])
      expect([one, await of(one)]).toEqual([one, ""]);
  });

  test("make no new addresses for crawlers: each is a page of the list", async () => {
    const { document } = await pageOf("/directory?sort=name&page=2");
    expect(document.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(`${site.url}/directory`);
    for (const { to } of await lettersOf("/directory?sort=name"))
      expect(to).toMatch(/^\/directory\?sort=name(&page=\d)?#/);
  });
});
