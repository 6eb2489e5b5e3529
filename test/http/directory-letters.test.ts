/** Tests the letters above a list sorted by name. Each leads to the first person under it. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parsePage } from "../support/parse-page";
import { addPeople, makeCrowd } from "../support/people";
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
    ...makeCrowd(60, { categories: ["academic"], country: "DE" }).map((person) => ({
      ...person,
      name: `${person.name} Mayer`,
    })),
    ...makeCrowd(30, { categories: ["author"], country: "FR" }).map((person) => ({
      ...person,
      name: `Berta ${person.name} Quade`,
    })),
  ]);
});
afterAll(() => site?.stop());

async function pageOf(path: string) {
  const answer = await get(site, path);
  return { status: answer.status, document: parsePage(await answer.text()) };
}

async function lettersOf(path: string) {
  const { document } = await pageOf(path);
  const links = document.querySelectorAll<HTMLAnchorElement>("nav[aria-label=Letters] a");
  // A sign needs words for those who hear the page.
  const signs = Array.from(links).filter(({ textContent }) => textContent === "#");
  for (const sign of signs) expect(sign.getAttribute("aria-label")).toBe("Digits and signs");
  return Array.from(links, (link) => ({ letter: link.textContent ?? "", to: link.getAttribute("href") ?? "" }));
}

/** Follows all letters, and returns the name at each target. */
async function namesAtLetters(path: string): Promise<[letter: string, name: string][]> {
  const names: [string, string][] = [];
  for (const { letter, to } of await lettersOf(path)) {
    const { document } = await pageOf(to.split("#")[0] as string);
    const card = document.getElementById(decodeURIComponent(to.split("#")[1] as string));
    names.push([letter, card?.querySelector("h3")?.textContent ?? ""]);
  }
  return names;
}

describe("PB05 letters of a list sorted by name", () => {
  test("lead to the first person of each, with accents under their base letter and other scripts under their own", async () => {
    expect(await namesAtLetters("/directory?sort=name")).toEqual([
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

  test("follow the filters, categories and search of the list", async () => {
    const letters = async (query: string) =>
      (await lettersOf(`/directory?${query}`)).map(({ letter }) => letter).join("");
    expect(await letters("country=DE,FR&sort=name")).toBe("MQ");
    expect(await letters("category=academic,author&sort=name")).toBe("MQ");
    expect(await letters("search=person&sort=name")).toBe("MQ");
    expect(await namesAtLetters("/directory?search=person&sort=name")).toEqual([
      ["M", "Person 001 Mayer"],
      ["Q", "Berta Person 001 Quade"],
    ]);
    for (const query of [
      "sort=newest",
      "",
      "category=academic&sort=name",
      "search=almos&sort=name",
      "search=nobody&sort=name",
    ]) {
      const { document } = await pageOf(`/directory?${query}`);
      expect([query, document.querySelectorAll("nav[aria-label=Letters]").length]).toEqual([query, 0]);
    }
  });

  test("lead to the page that a letter begins", async () => {
    const pageOfPeople = makeCrowd(24, { country: "IT" }).map((person) => ({
      ...person,
      name: `${person.name} Quirk`,
    }));
    await addPeople(site, [...pageOfPeople, { name: "Rosa Rossi", title: "Professor", country: "IT" }]);
    const path = "/directory?country=IT&sort=name";
    expect(await namesAtLetters(path)).toEqual([
      ["Q", "Person 001 Quirk"],
      ["R", "Rosa Rossi"],
    ]);
    expect((await lettersOf(path)).map(({ to }) => to)).toEqual([
      expect.stringMatching(/^[^&]*&sort=name#/),
      expect.stringMatching(/&page=2#/),
    ]);
  });

  test("are pages of the list, not new addresses for crawlers", async () => {
    const { document } = await pageOf("/directory?sort=name&page=2");
    expect(document.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(`${site.url}/directory`);
    for (const { to } of await lettersOf("/directory?sort=name"))
      expect(to).toMatch(/^\/directory\?sort=name(&page=\d)?#/);
  });
});
