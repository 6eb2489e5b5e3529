/** Tests how questions are read: phrases, names in other scripts, and words that English knows. */
import { expect, test } from "vitest";
import { writtenPlace } from "../places/where";
import { initialsAmong, initialsOf } from "./experts-index";
import { isEnglish } from "./known-words";
import { placesAsked, readQuestion } from "./question";
import { soundsOf } from "./sounds";
import { readSynonyms } from "./synonyms";

const SYNONYMS = readSynonyms(`why do we age > evolution
how fast we age > pace
tips of chromosomes > telomeres
elderly = pensioners`);

function formsOf(text: string): string[] {
  return readQuestion(text, SYNONYMS).units.flatMap(({ forms }) => forms.map((form) => form.join(" ")));
}

test("D21 recognises a phrase with any word for people, and with auxiliary words between its own", () => {
  for (const text of ["why do we age?", "Why do people age", "why do humans age"])
    expect(formsOf(text), text).toContain("evolution");
  for (const text of ["how fast I age", "how fast I am ageing"]) expect(formsOf(text), text).toContain("pace");
  expect(formsOf("how fast we are ageing")).toContain("pace");
  expect(formsOf("the tips of the chromosomes")).toContain("telomeres");
  expect(formsOf("tips of many chromosomes")).not.toContain("telomeres");
});

test("D21 does not use the synonyms of a word for its derivatives", () => {
  expect(formsOf("pensioner")).toContain("elderly");
  expect(formsOf("pensions")).toEqual(["pensions"]);
});

test("D21 gives transliterations of a name the same sound, and short names none", () => {
  const soundAlike = (first: string, second: string) =>
    soundsOf(first).some((sound) => soundsOf(second).includes(sound));
  for (const [first, second] of [
    ["ken'on", "kenyon"],
    ["sinkler", "sinclair"],
    ["shinkurea", "sinclair"],
    ["kheyflik", "hayflick"],
    ["partridzh", "partridge"],
  ] as const)
    expect(soundAlike(first, second), `${first} ${second}`).toBe(true);
  expect(soundAlike("keniya", "kenyon")).toBe(false);
  expect(soundsOf("han")).toEqual([]);
});

test("D21 returns the initials of institutions", () => {
  expect(initialsOf("National University of Singapore")).toEqual(["nus"]);
  expect(initialsOf("University of California, San Francisco (professor emerita)")).toEqual(["ucsf"]);
  expect(initialsOf("MRC Laboratory of Molecular Biology")).toEqual(["lmb"]);
  expect(initialsOf("Altos Labs")).toEqual([]);
});

test("D21 returns the initials of each institution in a running text", () => {
  const allInitials = initialsAmong(
    "At the London School of Hygiene and Tropical Medicine she taught. Columbia University's Mailman School of Public Health, and MIT; the World Health Organization and the National Institute on Aging",
  );
  expect(allInitials).toEqual(expect.arrayContaining(["lshtm", "msph", "who", "nia"]));
  expect(allInitials.filter((initials) => initials.startsWith("al") || initials.length > 8)).toEqual([]);
  expect(initialsAmong("She studied biology in Cambridge. He led a Team")).toEqual([]);
});

test("D21 returns the written name of a place in a question", () => {
  for (const [search, name] of [
    ["germany", "Germany"],
    ["german", "Germany"],
    ["usa", "United States"],
    ["UK", "United Kingdom"],
    ["Köln", "Köln"],
    ["isle of wight", "Isle of Wight"],
    ["new york", "New York"],
    ["georgia", "Georgia"],
    ["middle-earth", "Middle-Earth"],
  ] as const)
    expect(writtenPlace(search), search).toBe(name);
});

test("D21 recognises derived English words, and rejects misspelt ones", async () => {
  for (const word of ["refuse", "unhappiness", "teachable", "rewrites", "happier", "studies"])
    expect(await isEnglish(word), word).toBe(true);
  for (const word of ["kenion", "telomerace", "resinclair", "xqz"]) expect(await isEnglish(word), word).toBe(false);
});

test("D21 distinguishes the origin of a person from the workplace, and does not require the words around it", () => {
  const read = (text: string) => {
    const { places } = placesAsked(text, SYNONYMS);
    const { units } = readQuestion(text, SYNONYMS, { places });
    const requiredUnits = units.filter(({ isOptional }) => !isOptional);
    return {
      workplaces: requiredUnits.filter(({ place }) => place).length,
      needed: requiredUnits.map(({ typed }) => typed.join(" ")),
    };
  };
  for (const [text, place] of [
    ["researchers with roots in Chile", "chile"],
    ["born in Poland", "poland"],
    ["native of Australia", "australia"],
    ["who grew up in New Zealand", "new zealand"],
    ["originally from the Netherlands", "the netherlands"],
    ["of Chilean descent", "chilean"],
    ["Kenyan-born physician", "kenyan"],
    ["South African born physicians", "south african"],
    ["brought up in Norway", "norway"],
  ] as const) {
    const { workplaces, needed } = read(text);
    expect([text, workplaces, needed.includes(place)]).toEqual([text, 0, true]);
    expect(
      needed.filter((word) => word !== place && word !== "physician" && word !== "physicians"),
      text,
    ).toEqual([]);
  }
  for (const text of ["working in Chile", "from France", "researchers in Norway", "Kenyan physicians"])
    expect([text, read(text).workplaces]).toEqual([text, 1]);
});
