import confusables from "unhomoglyph/data.json";
import { afterEach, describe, expect, test } from "vitest";
import { db } from "~/db.server";
import { keyedHash } from "~/services/secrets.server";
import { askedNotToBeListed, rememberNotToRelist } from "./relisting.server";

afterEach(() => db.deleteFrom("doNotRelist").execute());

const SPELLINGS = [
  "Zoë Lovegood",
  "ZOE LOVEGOOD",
  "Lovegood, Zoë",
  "Prof. Dr. Zoë Lovegood, PhD",
  "Zoe\u0308 Lovegood",
  "\uff3aoe Lovegood",
  "\u202eZoë Lovegood\u202c",
  // Invisible characters within words.
  ...("\u00ad\u200b\u200c\u200d\u2060\ufeff\u034f\u180e\ufe0f\u3164\u{e0041}"
    .match(/./gu)
    ?.map((sign) => `Zo${sign}ë Love${sign}good`) ?? []),
];

test("stores the day of a removal, and no time that the log of requests could name", async () => {
  await rememberNotToRelist(db, { name: "Zoë Lovegood" });
  const rows = await db.selectFrom("doNotRelist").select("at").distinct().execute();
  expect(rows).toEqual([{ at: new Date().toISOString().slice(0, 10) }]);
  // A second request, such as one for a second profile, keeps the day of the first.
  const hashes = await db.selectFrom("doNotRelist").select("hash").execute();
  await db.deleteFrom("doNotRelist").execute();
  await db
    .insertInto("doNotRelist")
    .values(hashes.map(({ hash }) => ({ hash, at: "2026-01-01" })))
    .execute();
  await rememberNotToRelist(db, { name: "Zoë Lovegood" });
  expect(await db.selectFrom("doNotRelist").select("at").distinct().execute()).toEqual([{ at: "2026-01-01" }]);
});

test("recognises a removed name in every spelling that reads the same", async () => {
  await rememberNotToRelist(db, { name: "Zoë Lovegood" });
  const unrecognisedNames: string[] = [];
  for (const name of SPELLINGS) if (!(await askedNotToBeListed({ name }))) unrecognisedNames.push(JSON.stringify(name));
  expect(unrecognisedNames).toEqual([]);
  expect(await askedNotToBeListed({ name: "Zoë Love" })).toBe(false);
});

test("recognises a removed name with umlauts written out, or not", async () => {
  await rememberNotToRelist(db, { name: "Jürgen Sørby" });
  expect(await askedNotToBeListed({ name: "Soerby, Juergen" })).toBe(true);
  expect(await askedNotToBeListed({ name: "Jurgen Sorby" })).toBe(true);
  await rememberNotToRelist(db, { name: "Michael Mueller" });
  expect(await askedNotToBeListed({ name: "Michael Mu\u0308ller" })).toBe(true);
  expect(await askedNotToBeListed({ name: "Michal Mueller" })).toBe(false);
});

test("recognises a removed name in Latin letters when it is written in Cyrillic or Greek", async () => {
  for (const name of ["Maria Ivanova", "Yuri Sidorov", "Nikos Petridis"]) await rememberNotToRelist(db, { name });
  for (const name of ["Мария Иванова", "Сидоров, Юрий", "Νίκος Πετρίδης"])
    expect(await askedNotToBeListed({ name }), name).toBe(true);
  expect(await askedNotToBeListed({ name: "Марина Иванова" })).toBe(false);
});

test("recognises a removed name in Cyrillic or Greek when it is written in Latin letters", async () => {
  for (const name of ["Мария Иванова", "Сидоров, Юрий", "Νίκος Πετρίδης"]) await rememberNotToRelist(db, { name });
  for (const name of ["Maria Ivanova", "Mariya Ivanova", "Yury Sidorov", "Yuri A. Sidorov", "Nikos Petridis"])
    expect(await askedNotToBeListed({ name }), name).toBe(true);
  expect(await askedNotToBeListed({ name: "Marina Ivanova" })).toBe(false);
});

/** All letters that Unicode lists as looking like a letter of ASCII. */
const LOOK_ALIKES = Object.entries(confusables as Record<string, string>).flatMap(([sign, letter]) =>
  /^[A-Za-z]$/.test(letter) && sign > "\x7f" && /[\p{L}\p{N}]/u.test(sign) ? [{ sign, letter }] : [],
);

const SHAPES = {
  "mathematical letters": (name: string) => shiftLetters(name, 0x1d400, 0x1d41a),
  "script letters": (name: string) => shiftLetters(name, 0x1d4d0, 0x1d4ea),
  "full width": (name: string) => shiftLetters(name, 0xff21, 0xff41),
  "letters in circles": (name: string) => shiftLetters(name, 0x24b6, 0x24d0),
  "regional signs": (name: string) => shiftLetters(name.toUpperCase(), 0x1f1e6, 0),
  "Cyrillic and Greek": (name: string) => replaceLetters(name, "aceopxyABEHKMOPTXZvi", "асеорхуАВЕНКМОРТХΖνі"),
  "small capitals": (name: string) => replaceLetters(name, "lmnotv", "ʟᴍɴᴏᴛᴠ"),
  "dotless i": (name: string) => name.replaceAll("i", "ı"),
  "zeros and ones": (name: string) => replaceLetters(name, "ol", "01"),
  "capital i": (name: string) => name.replace(/l/g, "I"),
  "a small l": (name: string) => name.replace(/I/g, "l"),
  "r and n": (name: string) => name.replaceAll("m", "rn"),
  "two v": (name: string) => name.replaceAll("W", "VV").replaceAll("w", "vv"),
  ligatures: (name: string) => name.replace("ff", "\ufb00").replace("fi", "\ufb01"),
  "marks above and below": (name: string) => name.replace(/(\p{L})/gu, "$1\u0323\u0307"),
  "an initial": (name: string) => name.replace(" ", " Q. "),
  "two initials": (name: string) => name.replace(" ", " J.R. "),
  "an initial in front": (name: string) => `A ${name}`,
  "the other order": (name: string) => name.split(" ").reverse().join(", "),
  "a word in two": (name: string) => name.replace(/^(..)/, "$1 "),
  "words in pieces": (name: string) => name.replace(/(\S\S)(?=\S)/g, "$1\u2009"),
  "single letters": (name: string) => [...name].join(" "),
  "single letters with dots, the other order": (name: string) => [...name.split(" ").reverse().join(" ")].join("·"),
  "other spaces": (name: string) => name.replace(" ", "\u00a0\u3000\u2028\t\u1680_"),
  "one word": (name: string) => name.replace(" ", ""),
  "one word, the other order": (name: string) => name.split(" ").reverse().join(""),
  "one word, a title": (name: string) => `Dr. ${name.replace(" ", "")}, PhD`,
  "a word in two, Cyrillic letters": (name: string) => replaceLetters(name.replace(/^(..)/, "$1 "), "aeo", "аео"),
  "a word in two, an initial": (name: string) => `${name.replace(/(..)$/, "-$1")} B.`,
  "the other order, an initial, Cyrillic letters": (name: string) =>
    replaceLetters(`${name.split(" ").reverse().join(" ")} В.`, "aeo", "аео"),
};

function shiftLetters(text: string, capitalLetters: number, smallLetters: number): string {
  const moveLetter = (letter: string, first: string, to: number) =>
    String.fromCodePoint(to + letter.charCodeAt(0) - first.charCodeAt(0));
  return text
    .replace(/[A-Z]/g, (letter) => moveLetter(letter, "A", capitalLetters))
    .replace(/[a-z]/g, (letter) => moveLetter(letter, "a", smallLetters));
}

function replaceLetters(text: string, letters: string, replacements: string): string {
  const signs = [...replacements];
  return text.replace(/./gu, (letter) => signs[letters.indexOf(letter)] ?? letter);
}

describe("recognises a removed name in letters that look alike", () => {
  const NAMES = ["Ivo Pickwell", "Maxim Coffield", "Wendy Ilvany", "Tom Yates"];
  const remember = async (names: string[]) => {
    for (const name of names) await rememberNotToRelist(db, { name });
  };

  test.each(Object.keys(SHAPES) as (keyof typeof SHAPES)[])("%s", async (form) => {
    await remember(NAMES);
    const unrecognisedNames: string[] = [];
    for (const name of NAMES.map(SHAPES[form])) if (!(await askedNotToBeListed({ name }))) unrecognisedNames.push(name);
    expect(unrecognisedNames).toEqual([]);
  });

  test("for each letter of Unicode's list", async () => {
    const [smallLetters, capitalLetters, narrowLetters] = [
      "Abcdefghjkn Opqrstuvwxyz",
      "ABCDEFGHJKMN OPQRSTUVWXYZ",
      "Mil Bil",
    ] as const;
    await remember([smallLetters, capitalLetters, narrowLetters]);
    const unrecognisedNames: string[] = [];
    for (const { sign, letter } of LOOK_ALIKES) {
      const name = /[Iil]/.test(letter)
        ? narrowLetters.replace(/[il]/, sign)
        : (smallLetters.includes(letter) ? smallLetters : capitalLetters).replace(letter, sign);
      if (!(await askedNotToBeListed({ name })))
        unrecognisedNames.push(`${sign} (${sign.codePointAt(0)?.toString(16)}) for ${letter}`);
    }
    expect(unrecognisedNames).toEqual([]);
  });

  test("in the hashes of former versions", async () => {
    // Stores only the words in alphabetical order: if all are written as one, their borders are unknown.
    const names = ["ivo pickwell", "ana clara souzavell"];
    await db
      .insertInto("doNotRelist")
      .values(names.map((name) => ({ hash: keyedHash("name", name), at: "2026-01-01" })))
      .execute();
    for (const name of ["An a Clara Souzavell", "Souza vell, Ana Cla ra", "Ana Clara Souzavell"])
      expect(await askedNotToBeListed({ name }), name).toBe(true);
    for (const [form, shape] of Object.entries(SHAPES))
      expect(await askedNotToBeListed({ name: shape("Ivo Pickwell") }), form).toBe(!form.startsWith("one word"));
  });

  test("if words are joined or split", async () => {
    await remember(["Ana Clara Souzavell", "山田太郎", "Conan O'Brien", "佐藤 花子"]);
    const writtenForms =
      "AnaClara Souzavell|Ana ClaraSouzavell|Souzavell, AnaClara|An a Clara Souzavell|Ana Cla ra Souza vell";
    for (const name of [
      ...writtenForms.split("|"),
      "SouzavellAnaClara",
      "山田 太郎",
      "佐藤花子",
      "花子佐藤",
      "Conan OBrien",
      "O Brien, Conan",
    ])
      expect(await askedNotToBeListed({ name }), name).toBe(true);
    for (const name of ["Ana Souzavell", "Clara Souzavell", "Ana Cla", "山田", "太郎"])
      expect(await askedNotToBeListed({ name }), name).toBe(false);
  });

  test("only if the name has at most 32 pieces, because the ways to join them grow with their square", async () => {
    for (const count of [32, 33]) {
      const pieces = Array.from(
        { length: count },
        (_, index) => `x${String.fromCharCode(97 + (index % 26), 97 + count - 30)}${index}`,
      );
      await remember([pieces.join(" ")]);
      expect(await askedNotToBeListed({ name: pieces.join(" ") })).toBe(true);
      expect(await askedNotToBeListed({ name: pieces.join(" ").replace(" ", "") }), `${count}`).toBe(count === 32);
    }
  });

  test("does not take names for the same if their words are split elsewhere", async () => {
    await remember(["Li Nan", "Wang Ang", "Ann Alison"]);
    for (const name of ["Lin An", "Wan Gang", "Anna Lison", "An Lin"])
      expect(await askedNotToBeListed({ name }), name).toBe(false);
  });

  test("does not take other people for removed ones", async () => {
    await remember(["Ian Lee Q. Long", "Bernd Horn", "John A. Smith", "Conan O'Brien", "Анна Котова", ...NAMES]);
    for (const name of ["Lan Long", "Bert Horn", "John B. Smith", "Conan Brien", "Vo Pickwell", "Anna Kotov", "Tom Y"])
      expect(await askedNotToBeListed({ name }), name).toBe(false);
    for (const name of ["John Smith", "Smith, John", "J\u043ehn A Smith", "Анна Б. Котова", "Ian Lee Long"])
      expect(await askedNotToBeListed({ name }), name).toBe(true);
  });
});

test("recognises a name that was removed with an invisible character, also without it", async () => {
  await rememberNotToRelist(db, { name: "Zoë Love\u00adgood" });
  for (const name of ["Zoë Lovegood", "Zoë Love\u00adgood", "Zoë Love\u200bgood"])
    expect(await askedNotToBeListed({ name }), JSON.stringify(name)).toBe(true);
});

test.each([
  ["0000-0002-1825-009X", ["https://orcid.org/0000-0002-1825-009x", "ORCID|http://orcid.org/0000-0002-1825-009X/"]],
  ["Q42", ["https://www.wikidata.org/wiki/Q42", "http://www.wikidata.org/entity/q42#sitelinks"]],
  ["A5023888391", ["https://openalex.org/A5023888391", "https://openalex.org/authors/a5023888391"]],
])("SA07 recognises the identifier %s of a removed person in any address, under any name", async (id, addresses) => {
  const [bareIds, addressTexts] = [[id], addresses];
  for (const storedIdentifiers of [bareIds, addressTexts]) {
    await rememberNotToRelist(db, { name: "Zoë Lovegood", identifiers: storedIdentifiers });
    for (const identifiers of [bareIds, ...addresses.map((address) => ({ links: [address] }))])
      expect(await askedNotToBeListed({ name: "Ann Other", identifiers }), JSON.stringify(identifiers)).toBe(true);
    for (const identifiers of [id.slice(0, -1), `${id}7`, "https://site.example/Q42/A5023888391"])
      expect(await askedNotToBeListed({ name: "Ann Other", identifiers }), identifiers).toBe(false);
    await db.deleteFrom("doNotRelist").execute();
  }
});
