import { expect, test } from "vitest";
import { nameFinder } from "./name-finder.server";

const textsNaming = async (name: string, texts: string[]) => {
  const { isIn } = await nameFinder([name]);
  const matching: string[] = [];
  for (const text of texts) if (await isIn(text)) matching.push(text);
  return matching;
};

test("finds a name in running text in every spelling that the do-not-relist list recognises", async () => {
  const texts = [
    "As Zoë Lovegood said, it works.",
    "ZOE LOVEGOOD",
    "(Lovegood, Zoë: On sleep. 2021)",
    "It was Dr. Zoe Lovegood's idea",
    "It was Zoë Lovegood’s idea",
    "Zoe\u0308 Lovegood in marks of their own",
    "By Zoe Q. Lovegood and others",
    "\u202eZoë Love\u00adgood\u202c",
    "\uff3aoe Lovegood",
    "Zoе Lоvеgооd in Cyrillic",
    "Z0e L0veg00d",
    "#ZoeLovegood",
    "#LovegoodZoe",
    "Zoe Love good",
    '{"text":"By\\nZoë Lovegood"}',
    '{"text":"Zo\\u00eb Lovegood"}',
    "/directory?search=Zo%C3%AB+Lovegood",
    "/directory?search=Zoe%FFLovegood",
    "https://site.example/zoe-lovegood/",
    "mathematical 𝐙𝐨𝐞 𝐋𝐨𝐯𝐞𝐠𝐨𝐨𝐝",
  ];
  expect(await textsNaming("Prof. Zoë Lovegood", texts)).toEqual(texts);
});

test("finds a name in the text that a page shows, despite character references, tags and links", async () => {
  const texts = [
    "Zo&euml;&nbsp;Lovegood",
    "Lovegood,&#160;Zo&#xeb;",
    "Zoë<br>Lovegood",
    "<li>Ann<li>Zo&euml; Lovegood<li>Ben",
    "<p>Ann</p>Zo&euml; Lovegood<p>Ben</p>",
    "<b>Zoë</b> <!-- or --> Love<i>good</i>",
    "[Zoë](https://quark.example/a-b) Lovegood",
    "Love&shy;good, Zoe",
    '["Zoe Lovegood|https://quark.example/"]',
    "|Lovegood|Zoe|",
    '{"title":"By Zo&euml; Lovegood"}',
  ];
  expect(await textsNaming("Zoë Lovegood", texts)).toEqual(texts);
  expect(await textsNaming("Zoë Lovegood", ["Zo&eumlaut; Lovegood", "[Zoë](/a) and [Ann](/b) Lovegood"])).toEqual([]);
});

test("finds a name with umlauts written out, in the text or in the listed name", async () => {
  const texts = ["Juergen Aaberg", "AABERG, Juergen’s", "Ju\u0308rgen Åberg", "J&uuml;rgen &Aring;berg"];
  expect(await textsNaming("Jürgen Åberg", texts)).toEqual(texts);
  expect(await textsNaming("Juergen Aaberg", texts)).toEqual(texts);
  expect(await textsNaming("Michael Mueller", ["Michal Mueller", "Michael Muller"])).toEqual([]);
});

test("finds a name of three words in any order, also if its letters are escaped", async () => {
  const texts = ["Souzavell Clara Ana", "by Clara Ana Souzavell", "Clara Souzavell, Ana"];
  expect(await textsNaming("Ana Clara Souzavell", ["Clara Souzavell, Ina", ...texts])).toEqual(texts);
  const escapedTexts = ["?q=%D0%90%D0%BD%D0%BD%D0%B0+%D0%9A%D0%BE%D1%82%D0%BE%D0%B2%D0%B0"];
  expect(await textsNaming("Анна Котова", escapedTexts)).toEqual(escapedTexts);
});

test("ignores other people, and words that begin or end alike", async () => {
  const texts = ["Zoe Lovegoodson", "Azoe Lovegood", "Zoë Love", "Lovegood", "Zoe. Anna Lovegood", "", "%E0%A4%A"];
  expect(await textsNaming("Zoë Lovegood", texts)).toEqual([]);
  expect(await textsNaming("Li Nan", ["Lin An", "by Lin, An"])).toEqual([]);
  expect(await textsNaming("John A. Smith", ["John B. Smith"])).toEqual([]);
});

test("finds names in scripts without spaces, and between other words", async () => {
  expect(await textsNaming("山田太郎", ["それは山田太郎の研究です", "山田 太郎", "山田次郎"])).toEqual([
    "それは山田太郎の研究です",
    "山田 太郎",
  ]);
  expect(await textsNaming("Анна Котова", ["Её зовут Анна Котова.", "Котова, Анна", "Анна Котовская"])).toEqual([
    "Её зовут Анна Котова.",
    "Котова, Анна",
  ]);
});
