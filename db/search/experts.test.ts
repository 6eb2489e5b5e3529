import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { migratedFile } from "../../test/support/migrated";
import { words } from "../fold";
import { type Connection, connect } from "../sqlite/connect";
import { fts5, sqliteSearch } from "../sqlite/full-text";
import { searchExperts as searchOn } from "./experts";

const { searchExperts, indexExperts, unindexExperts } = sqliteSearch;

interface Person {
  name: string;
  title?: string;
  categories?: string[];
  contribution?: string;
  biography?: string;
  /** The position among featured people. */
  featured?: number;
}

const LABELS: Record<string, string> = { author: "Authors", clinician: "Clinical Practitioners" };

let connection: Connection | undefined;

afterEach(async () => {
  await connection?.close();
  connection = undefined;
});

test("PB20 a text without letters or digits finds nobody", async () => {
  const { search } = await makeDirectory([{ name: "David Sinclair" }]);
  for (const text of ["", "   ", "!!!", '"', "\u0000", "🧬", "\ud800", "-- /* */"]) {
    expect(await search(text), text).toEqual({
      rowIds: [],
      listings: {},
      total: 0,
      isCapped: false,
      terms: [],
      corrected: null,
      counts: {},
      areCountsCapped: false,
      leftOut: [],
      whole: 0,
      unrecordedWords: [],
      marks: [],
      similarWords: [],
      places: [],
      mentioned: { rowIds: [], marks: [] },
    });
  }
});

test("treats a prefix as rare only if few experts within the filters match it", async () => {
  const letterAt = (at: number) => String.fromCharCode(97 + at);
  const people = Array.from({ length: 100 }, (_, index) => ({
    name: `Person ${index}`,
    categories: index < 12 ? ["author"] : [],
    // Has more words with this beginning than are read one by one, of which only the last is on many records.
    contribution: [
      `jo${letterAt(index % 10)}${letterAt(Math.floor(index / 10))}`,
      index % 5 < 2 ? "kelp" : "",
      index % 5 === 1 || index % 5 === 2 ? "moss" : "",
      "journal",
    ].join(" "),
  }));
  const { db } = await makeDirectory(people);
  const isTreatedAsFew = async (text: string, groups: string[][] = []) => {
    const fewFlags: boolean[] = [];
    const fullText: typeof fts5 = {
      ...fts5,
      first(db, index, condition, options) {
        fewFlags.push(options.isFew);
        return fts5.first(db, index, condition, options);
      },
    };
    await searchOn({ db, fullText }, { text, groups, offset: 0, limit: 5 });
    return fewFlags[0];
  };
  expect(await isTreatedAsFew("jo")).toBe(false);
  expect(await isTreatedAsFew("jo", [["author"]])).toBe(true);
  expect(await isTreatedAsFew("journal")).toBe(false);
  // Has 40 people with either word, and few with both.
  expect(await isTreatedAsFew("kelp")).toBe(false);
  expect(await isTreatedAsFew("kelp moss")).toBe(true);
});

test("D21 accents, case and special letters do not matter", async () => {
  const { names } = await makeDirectory([
    { name: "José Núñez" },
    { name: "Łukasz Søndergård" },
    { name: "Jürgen Weiß" },
    { name: "Nguyễn Thị Hạnh" },
  ]);
  expect(await names("JOSE NUNEZ")).toEqual(["José Núñez"]);
  expect(await names("josé nuñez")).toEqual(["José Núñez"]);
  expect(await names("lukasz sondergard")).toEqual(["Łukasz Søndergård"]);
  expect(await names("JÜRGEN WEISS")).toEqual(["Jürgen Weiß"]);
  expect(await names("nguyen hanh")).toEqual(["Nguyễn Thị Hạnh"]);
});

test("D21 names in other scripts are found whole, in capitals and from their beginning", async () => {
  const { names } = await makeDirectory([
    { name: "Дмитрий Кузнецов" },
    { name: "محمد الحسن" },
    { name: "Γιώργος Παπαδόπουλος" },
    { name: "김민준" },
    { name: "דוד כהן" },
    { name: "अनिल शर्मा" },
  ]);
  expect(await names("КУЗНЕЦОВ дмитрий")).toEqual(["Дмитрий Кузнецов"]);
  expect(await names("кузн")).toEqual(["Дмитрий Кузнецов"]);
  expect(await names("محمد")).toEqual(["محمد الحسن"]);
  expect(await names("محمد الح")).toEqual(["محمد الحسن"]);
  expect(await names("παπαδοπουλος")).toEqual(["Γιώργος Παπαδόπουλος"]);
  expect(await names("김민준")).toEqual(["김민준"]);
  expect(await names("김민")).toEqual(["김민준"]);
  expect(await names("כהן")).toEqual(["דוד כהן"]);
  expect(await names("शर्मा")).toEqual(["अनिल शर्मा"]);
});

test("D21 texts without spaces between words are found by any part", async () => {
  const { names } = await makeDirectory([
    { name: "山中伸弥", biography: "京都大学の幹細胞研究者。" },
    { name: "佐藤花子" },
  ]);
  for (const part of ["山中伸弥", "山中", "伸弥", "弥", "中伸", "幹細胞", "京都 研究者", "京 山中"]) {
    expect(await names(part), part).toEqual(["山中伸弥"]);
  }
  expect(await names("山弥")).toEqual([]);
});

test("D21 letters that share a rank in the index stand as in the lists, on every page", async () => {
  const people = ["侯一", "佐藤", "佐一", "侯藤", "aa", "ab"].map((name) => ({ name, biography: "Works on stone." }));
  const { names } = await makeDirectory(people);
  const namesInOrder = ["aa", "ab", "佐一", "佐藤", "侯一", "侯藤"];
  expect(await names("stone")).toEqual(namesInOrder);
  for (const [offset, name] of namesInOrder.entries())
    expect(await names("stone", { offset, limit: 1 })).toEqual([name]);
});

test("D70 experts who are indexed together are found as if they were indexed one by one, and replace their former texts", async () => {
  const people = Array.from({ length: 630 }, (_, index) => ({
    name: `${["Zoë", "Abel", "Mira", "Ólafur"][index % 4]} Person${index % 90}`,
    title: `Studies topic${index}`,
    categories: index % 3 ? ["author"] : ["author", "clinician"],
    biography: index % 7 ? "Plain." : "幹細胞研究者",
    featured: index % 50 ? undefined : 1 + index,
  }));
  const { db, search, names } = await makeDirectory(people);
  const answers = () =>
    Promise.all(["zoe person5", "olafur", "topic117", "幹細胞", "mira"].map((text) => search(text, { limit: 100 })));
  const expected = await answers();
  for (const [index, person] of people.entries()) await indexExperts(db, [{ rowId: index + 1, text: textOf(person) }]);
  expect(await answers()).toEqual(expected);
  await indexExperts(
    db,
    people.map((_, index) => ({ rowId: index + 1, text: textOf({ name: `Renamed${index + 1}` }) })),
  );
  expect(await names("olafur")).toEqual([]);
  expect((await search("renamed117")).total).toBe(1);
  const remainingWords = await sql`SELECT "word" FROM "searchWords" WHERE "word" NOT LIKE 'renamed%'`.execute(db);
  expect(remainingWords.rows).toEqual([]);
});

test("D21 no letter or digit of any script gets lost", async () => {
  const letters: string[] = [];
  for (let code = 0x21; code < 0x32000; code += 97) {
    const letter = String.fromCodePoint(code);
    if (/^[\p{L}\p{N}]$/u.test(letter)) letters.push(letter);
  }
  expect(letters.length).toBeGreaterThan(1_000);
  const people: Person[] = [];
  for (let index = 0; index < letters.length; index += 100) {
    people.push({
      name: `Person ${index}`,
      biography: letters
        .slice(index, index + 100)
        .map((letter) => `${letter}q`)
        .join(" "),
    });
  }
  const { search, rowIdOf } = await makeDirectory(people);
  const lostNames: string[] = [];
  for (const [index, letter] of letters.entries()) {
    const result = await search(`${letter}q`, { limit: 100 });
    if (!result.rowIds.includes(rowIdOf(`Person ${index - (index % 100)}`))) lostNames.push(letter);
  }
  expect(lostNames).toEqual([]);
});

test("D21 all words must match, each in any of the fields", async () => {
  const { names } = await makeDirectory([
    {
      name: "Anna Field",
      title: "Professor",
      categories: ["clinician"],
      contribution: "Studies telomeres.",
      biography: "Born beside a fjord.",
    },
    { name: "Anna Other", biography: "Born in Rome." },
  ]);
  for (const text of [
    "professor",
    "telomeres",
    "fjord",
    "practitioners",
    "anna fjord",
    "Fjord, telomeres & clinical",
  ]) {
    expect(await names(text), text).toEqual(["Anna Field"]);
  }
  expect(await names("anna")).toEqual(["Anna Field", "Anna Other"]);
  expect(await names("professor rome")).toEqual([]);
});

test("D21 the last word matches as a beginning, the words before it whole", async () => {
  const { names, search } = await makeDirectory([
    { name: "David Sinclair" },
    { name: "Davida Sinner" },
    { name: "Davidson Single" },
  ]);
  for (const beginning of ["s", "si", "sin", "sinc", "sincl", "sinclair"]) {
    expect(await names(`david ${beginning}`), beginning).toEqual(["David Sinclair"]);
  }
  expect((await search("david")).total).toBe(3);
  // Takes every word as a possible beginning, because nobody has "dav" as a whole word.
  expect(await names("dav sinc")).toEqual(["David Sinclair"]);
  expect((await search("dav sinc")).corrected).toBeNull();
});

test("D21 a beginning of many different words is found as well", async () => {
  const people = Array.from({ length: 40 }, (_, index) => ({
    name: `Expert${String.fromCharCode(97 + (index % 26))}${index}`,
  }));
  const { search } = await makeDirectory(people);
  expect((await search("expert")).total).toBe(40);
  expect((await search("experta")).total).toBe(2);
});

test("D21 British and American spelling find the same people, as the last word and before other words", async () => {
  const { names } = await makeDirectory([
    { name: "Ann British", biography: "The ageing of tumours and behaviour: a programme for oestrogen and anaemia." },
    { name: "Bob American", biography: "The aging of tumors and behavior: a program for estrogen and anemia." },
    { name: "Cid Prize", biography: "Won a Nobel Prize, analyzes centers, models signaling, optimizes catalogs." },
    { name: "Dee Other", biography: "Analyses centres, models signalling, optimises catalogues; imagining." },
  ]);
  for (const text of [
    "aging",
    "ageing",
    "tumor",
    "tumours",
    "behaviour",
    "program for",
    "estrogen",
    "oestrogen a",
    "anaemia",
  ])
    expect(await names(text), text).toEqual(["Ann British", "Bob American"]);
  for (const text of ["analyse", "centre", "signaling models", "optimise", "catalog", "catalogue"])
    expect((await names(text)).sort(), text).toEqual(["Cid Prize", "Dee Other"]);
  expect(await names("Nobel prise")).toEqual(["Cid Prize"]);
});

test("D21 finds a misspelt subject, and reports the correction", async () => {
  const { search, nameOf } = await makeDirectory([
    { name: "David Sinclair", biography: "Studies rapamycin, sirtuins and mitochondria." },
    { name: "Cynthia Kenyon", title: "Won the Nobel Prize", biography: "Worms." },
  ]);
  for (const [typed, corrected, name] of [
    ["rapamicin", "rapamycin", "David Sinclair"],
    ["rapamycine studies", "rapamycin studies", "David Sinclair"],
    ["mitocondria", "mitochondria", "David Sinclair"],
    ["mitochondira sinclar", "mitochondria sinclair", "David Sinclair"],
    ["nobell prize", "nobel prize", "Cynthia Kenyon"],
  ] as const) {
    const result = await search(typed);
    expect([result.corrected, result.rowIds.map(nameOf)], typed).toEqual([corrected, [name]]);
  }
});

test("D21 finds a misspelt name, and reports the correction", async () => {
  const { search, nameOf } = await makeDirectory([
    { name: "David Sinclair" },
    { name: "Elizabeth Blackburn" },
    { name: "Cynthia Kenyon" },
    { name: "山中伸弥" },
  ]);
  for (const [typed, corrected, name] of [
    ["Sinclar", "sinclair", "David Sinclair"],
    ["Sinclaire", "sinclair", "David Sinclair"],
    ["Simclair", "sinclair", "David Sinclair"],
    ["Blackbrun", "blackburn", "Elizabeth Blackburn"],
    ["Elisabet", "elizabeth", "Elizabeth Blackburn"],
    ["Blckburrn", "blackburn", "Elizabeth Blackburn"],
    ["Davdi Sinclar", "david sinclair", "David Sinclair"],
    ["cynthia Kenion", "cynthia kenyon", "Cynthia Kenyon"],
    ["Sinlca", "sinclair", "David Sinclair"],
    ["Blakcb", "blackburn", "Elizabeth Blackburn"],
    ["山中伸也", "山中伸弥", "山中伸弥"],
  ] as const) {
    const result = await search(typed);
    expect([result.corrected, result.terms, result.rowIds.map(nameOf)], typed).toEqual([
      corrected,
      corrected.split(" "),
      [name],
    ]);
  }
});

test("D21 corrects neither a word that has matches nor a word that resembles no name", async () => {
  const { search } = await makeDirectory([
    { name: "David Sinclair", biography: "Wrote about Sinclar, a village, and resveratrol, in 1985." },
    { name: "Amy Kenyon" },
  ]);
  expect(await search("Sinclar")).toMatchObject({ total: 1, corrected: null });
  for (const unlikelyWord of ["Sxnclxxr", "resvrtol", "Amz", "Knyonn", "David Qwertyuiop", "1986"]) {
    expect(await search(unlikelyWord), unlikelyWord).toMatchObject({
      total: 0,
      corrected: null,
      terms: words(unlikelyWord),
    });
  }
});

test("D21 among similar names, chooses the one that fits the other words, or the one of more experts", async () => {
  const { search, nameOf } = await makeDirectory([
    { name: "Anna Hansen" },
    { name: "Bert Hanson" },
    { name: "Carl Hanson" },
    { name: "Dora Jansen" },
  ]);
  expect((await search("Hansin")).corrected).toBe("hanson");
  const fittingResult = await search("Anna Hansxn");
  expect([fittingResult.corrected, fittingResult.rowIds.map(nameOf)]).toEqual(["anna hansen", ["Anna Hansen"]]);
});

test("D21 operators, quotes and marks are plain text", async () => {
  const { search, names } = await makeDirectory([
    { name: "David Sinclair", categories: ["author"] },
    { name: "Cynthia Kenyon" },
  ]);
  for (const text of [
    '"sinclair"',
    "sinclair*",
    "-sinclair",
    "tokens:sinclair",
    "^sinclair",
    "=sinclair",
    "+(sinclair)",
  ]) {
    const isField = text.startsWith("tokens");
    expect(await names(text), text).toEqual(isField ? [] : ["David Sinclair"]);
  }
  for (const text of ["sinclair OR kenyon", "sinclair NOT kenyon", "NEAR(david sinclair)", "david AND sinclair"]) {
    expect((await search(text)).total, text).toBe(0);
  }
  expect((await search(`:${Buffer.from("author").toString("hex")}`)).total).toBe(0);
});

test("D21 nothing that can be typed makes the search fail", async () => {
  const { search } = await makeDirectory([
    { name: "David O'Sinclair", categories: ["author"] },
    { name: "Ünal Şahin" },
  ]);
  const pieces = [
    '"',
    "'",
    '""',
    "`",
    "\\",
    "*",
    "^",
    "-",
    "+",
    "(",
    ")",
    "((((",
    "{",
    "}",
    ":",
    "=",
    ";",
    "--",
    "/*",
    "%",
    "_",
    "?",
    "AND",
    "OR",
    "NOT",
    "NEAR",
    "NEAR(a b, 5)",
    "rowid",
    "tokens : a",
    "expertTexts",
    "'; DROP TABLE experts; --",
    "\u0000",
    "\u0000david",
    "\ud800",
    "\udfff david",
    "a\ud83d",
    "🧬",
    "👩‍🔬",
    "\u200b",
    "\u202e",
    "\ufeff",
    "\uffff",
    "\u{10ffff}",
    "é",
    "ﷺ".repeat(50),
    "ſ",
    "İ",
    "ŉ",
    "ǅ",
    "½",
    "①",
    "Ⅷ",
    "㍿",
    "ﬃ",
    "a\u0301".repeat(100),
    "\u0301",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "$" + "{x}",
    "../../etc/passwd",
    "null",
    "undefined",
    "NaN",
    "1e309",
    "-0",
    "a".repeat(100_000),
    "a ".repeat(50_000),
    "山".repeat(100_000),
    "💥".repeat(50_000),
    '"'.repeat(100_000),
    ..."(((( )))) * AND".repeat(500).split(" ").slice(0, 3),
  ];
  for (const piece of pieces) {
    for (const text of [piece, `david ${piece}`, `${piece} sinclair`, `${piece}${piece}`]) {
      for (const categories of [[], ["author"], ["author", piece.slice(0, 50)]]) {
        const result = await search(text, { categories });
        expect(result.rowIds.length, JSON.stringify(text.slice(0, 80))).toBe(result.total);
        expect(result.terms.length).toBeLessThanOrEqual(12);
      }
    }
  }
});

test("reliability 15: the search answers every text, and its pages add up to its total", async () => {
  const { search } = await makeDirectory([
    { name: "David O'Sinclair", categories: ["author"], biography: "Ageing, 幹細胞研究者, चित्रा." },
    { name: "Ünal Şahin" },
  ]);
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("david", "sinclar", "ageing", "幹細胞", '"', "*", " AND ", "NEAR(", "\u0000", "\u19b0"),
  );
  const texts = fc.array(piece, { maxLength: 15 }).map((pieces) => pieces.join(""));
  const queries = { text: texts, categories: fc.array(piece, { maxLength: 2 }), offset: fc.nat(3), limit: fc.nat(3) };
  await fc.assert(
    fc.asyncProperty(fc.record(queries), async ({ text, ...options }) => {
      const { total, rowIds } = await search(text, options);
      expect(rowIds).toHaveLength(Math.max(0, Math.min(total - options.offset, options.limit)));
    }),
    { numRuns: 300 },
  );
});

test("performance: every word counts, even one that most experts have, and every index lookup is bounded", async () => {
  const people = crowdOf(700);
  const { search, sqlite } = await makeDirectory(people);
  const prepareSpy = vi.spyOn(sqlite, "prepare");
  expect((await search("about aging and stone number117")).total).toBe(1);
  expect((await search("about aging and stone9 number1")).isCapped).toBe(false);
  expect((await search("about aging and stone nowhere")).total).toBe(0);
  for (const text of ["aging", "a", "about agin ston", "aging aginx"]) await search(text);
  const matches = prepareSpy.mock.calls.flatMap(([text]) => text.split("MATCH").slice(1));
  prepareSpy.mockRestore();
  expect(matches.length).toBeGreaterThan(4);
  expect(
    matches.filter((sqlAfterMatch) => !/^ \?\s+(ORDER BY "rowid"|ORDER BY "rank")? ?LIMIT (\?|1)/.test(sqlAfterMatch)),
  ).toEqual([]);
});

test("D21 only the first 12 words and 64 characters of each count", async () => {
  const twelveWords = Array.from({ length: 12 }, (_, index) => `word${index}`).join(" ");
  const { names } = await makeDirectory([
    { name: "Many Words", biography: twelveWords },
    { name: `${"A".repeat(80)} Bee` },
  ]);
  expect(await names(`${twelveWords} nowhere`)).toEqual(["Many Words"]);
  for (const text of ["a".repeat(64), "a".repeat(90), `${"a".repeat(80)} bee`]) {
    expect(await names(text)).toEqual([`${"A".repeat(80)} Bee`]);
  }
});

test("D21 better matches come first: exact name, beginning of the name, part of the name, name with title, other texts", async () => {
  const { names } = await makeDirectory([
    { name: "Zoe Elsewhere", biography: "Wrote with Mary Stone.", featured: 1 },
    { name: "Ada Stone", title: "Chair of the Mary Foundation", featured: 2 },
    { name: "Ann Mary Stone" },
    { name: "Mary Stoneham", featured: 3 },
    { name: "Mary Stone Abbot" },
    { name: "Mary Stone" },
  ]);
  expect(await names("mary stone")).toEqual([
    "Mary Stone",
    "Mary Stoneham",
    "Mary Stone Abbot",
    "Ann Mary Stone",
    "Ada Stone",
    "Zoe Elsewhere",
  ]);
});

test("D21 equally good matches stand in order: featured people, then by name, then by id", async () => {
  const { search, nameOf, rowIdOf } = await makeDirectory([
    { name: "Same Name", biography: "aging" },
    { name: "Same Name", biography: "aging" },
    { name: "Émile First", biography: "aging" },
    { name: "Zed Featured", biography: "aging", featured: 1 },
    { name: "Amy Featured", biography: "aging", featured: 2 },
    { name: "Bob Plain", biography: "aging" },
  ]);
  const { rowIds } = await search("aging");
  expect(rowIds.map(nameOf)).toEqual([
    "Zed Featured",
    "Amy Featured",
    "Bob Plain",
    "Émile First",
    "Same Name",
    "Same Name",
  ]);
  expect(rowIds.slice(4)).toEqual([rowIdOf("Same Name"), rowIdOf("Same Name") + 1]);
});

test("D21 among very many matches the exact name is first, with and without its diacritics, and featured people follow the names", async () => {
  const crowd = Array.from({ length: 700 }, (_, index) => ({
    name: `Ane Sorensen ${index}`,
    biography: "Zoë Sørensen",
  }));
  const { names } = await makeDirectory([
    ...crowd,
    { name: "Zoë Sørensen" },
    { name: "Sørensen" },
    { name: "Zz Sorensen", featured: 2 },
    { name: "Zz Last", biography: "sorensen works on stone", featured: 1 },
    ...crowd.map(() => ({ name: "Else", biography: "works on stone" })),
  ]);
  for (const text of ["Zoë Sørensen", "zoe sorensen"]) expect((await names(text))[0], text).toBe("Zoë Sørensen");
  expect(await names("biography sorensen")).toEqual([]);
  expect((await names("sorensen")).slice(0, 2)).toEqual(["Sørensen", "Zz Sorensen"]);
  expect((await names("stone"))[0]).toBe("Zz Last");
});

test("PB27 paging shows every match exactly once, with the exact total up to 500 and a sign if there are more", async () => {
  const { search } = await makeDirectory(crowdOf(1300));
  for (const [text, categories, total, isCapped] of [
    ["aging", [], 500, true],
    ["aging", ["author"], 500, true],
    ["aging", ["podcaster"], 130, false],
    ["aging", ["podcaster", "clinician"], 520, true],
    ["s", ["clinician"], 434, false],
    ["a st", [], 500, true],
    ["stone7", [], 130, false],
  ] as const) {
    for (const limit of [24, 333]) {
      const seenRowIds: number[] = [];
      for (let offset = 0; offset < total; offset += limit) {
        const page = await search(text, { categories: [...categories], offset, limit });
        expect(page).toMatchObject({ total: Math.min(total, 500), isCapped });
        seenRowIds.push(...page.rowIds);
      }
      expect(seenRowIds).toHaveLength(Math.min(total, 500));
      expect(new Set(seenRowIds).size, `${text} ${categories} by ${limit}`).toBe(seenRowIds.length);
    }
    for (const offset of [500, Number.MAX_SAFE_INTEGER])
      expect((await search(text, { categories: [...categories], offset })).rowIds).toEqual([]);
  }
});

test("PB27 a category narrows the list, and the counts say how many matches each category has", async () => {
  const { search, nameOf } = await makeDirectory([
    { name: "Ann Aging", categories: ["author", "clinician"] },
    { name: "Bob Aging", categories: ["author"] },
    { name: "Cid Aging", categories: [] },
    { name: "Dan Other", categories: ["investor"] },
    { name: "Eve Aging", categories: ['own key: "x" y\'s', "Author"] },
  ]);
  const counts = { author: 2, clinician: 1, 'own key: "x" y\'s': 1, Author: 1 };
  expect(await search("aging")).toMatchObject({ total: 4, counts });
  const authors = await search("aging", { categories: ["author"] });
  expect(authors.rowIds.map(nameOf)).toEqual(["Ann Aging", "Bob Aging"]);
  expect(authors).toMatchObject({ total: 2, counts });
  expect(await search("aging", { categories: ['own key: "x" y\'s'] })).toMatchObject({ total: 1 });
  expect(await search("aging", { categories: ["Author"] })).toMatchObject({ total: 1 });
  const inBoth = await search("aging", { categories: ["clinician", "Author"] });
  expect(inBoth.rowIds.map(nameOf)).toEqual(["Ann Aging", "Eve Aging"]);
  // Corrects nothing, because the word exists outside this list; the counts show where.
  expect(await search("aging", { categories: ["investor"] })).toMatchObject({
    total: 0,
    rowIds: [],
    corrected: null,
    counts,
  });
  expect(await search("aging", { categories: ["nonsense"] })).toMatchObject({ total: 0, counts });
});

test("PB27 counts are exact, or those of the first 500 people if more match", async () => {
  const people = crowdOf(1300);
  const { search } = await makeDirectory(people);
  const matchingPeople = people.filter(({ biography }) => biography?.includes("number1"));
  const expected: Record<string, number> = {};
  for (const key of matchingPeople.flatMap(({ categories = [] }) => categories))
    expected[key] = (expected[key] ?? 0) + 1;
  expect(Object.keys(expected)).toHaveLength(3);
  expect(await search("number1")).toMatchObject({ total: matchingPeople.length, counts: expected, listings: expected });
  const authors = await search("number1", { categories: ["author"] });
  expect(authors).toMatchObject({ total: expected.author, counts: expected });
  const cappedResult = await search("aging");
  expect(cappedResult).toMatchObject({ isCapped: true, areCountsCapped: true });
  expect(cappedResult).toMatchObject({ total: 500 });
  expect(await search("aging", { categories: ["podcaster"] })).toMatchObject({ total: 130, areCountsCapped: true });
  // Includes people beyond the first 500 when other lists narrow the search.
  const podcasters = await search("aging", { groups: [["podcaster"], ["podcaster", "author"]], limit: 500 });
  expect(podcasters.rowIds).toHaveLength(130);
  expect(podcasters.rowIds).toEqual((await search("aging", { categories: ["podcaster"], limit: 500 })).rowIds);
  expect(await search("aging", { groups: [["podcaster"], []] })).toMatchObject({ total: 0 });
  expect((await search("number1", { groups: [["podcaster"]] })).total).toBe(expected.podcaster);
});

test("D21 a removed expert is no longer found, counted or suggested", async () => {
  const { db, search, rowIdOf, unlist } = await makeDirectory([
    { name: "David Sinclair", categories: ["author"], biography: "resveratrol" },
    { name: "Cynthia Kenyon", categories: ["author"], biography: "worms" },
    { name: "David Kenyon", categories: [] },
  ]);
  await unlist("David Sinclair");
  await unindexExperts(db, [rowIdOf("David Sinclair")]);
  await unindexExperts(db, [rowIdOf("David Sinclair")]);
  await unindexExperts(db, [999]);
  for (const text of ["sinclair", "Sinclar", "resveratrol", "resver"]) {
    expect(await search(text), text).toMatchObject({ total: 0, rowIds: [], corrected: null, counts: {} });
  }
  expect(await search("authors")).toMatchObject({ total: 1, counts: { author: 1 } });
  expect((await search("Davidd")).corrected).toBe("david");
  expect((await search("Kenion")).corrected).toBe("kenyon");
});

test("D21 the names of removed experts leave nothing behind", async () => {
  const leavingPeople = ["a", "b", "c", "d"].flatMap((end) => [{ name: `Hans${end}n` }, { name: `Hans${end}n` }]);
  const { db, search } = await makeDirectory([...leavingPeople, { name: "Hansen" }]);
  for (let rowId = 1; rowId <= leavingPeople.length; rowId++) await unindexExperts(db, [rowId]);
  expect((await search("Hansxn")).corrected).toBe("hansen");
  await unindexExperts(db, [leavingPeople.length + 1]);
  for (const table of ["expertNames", "expertTitles", "expertTexts", "searchWords", "searchWordParts"]) {
    const { rows } = await sql`SELECT "rowid" FROM ${sql.table(table)}`.execute(db);
    expect(rows, table).toEqual([]);
  }
});

test("D21 a renamed expert is found by the new name only, once", async () => {
  const { db, search, nameOf, rename } = await makeDirectory([
    { name: "Maria Oldname", categories: ["author"] },
    { name: "Peter Else" },
  ]);
  const rowId = await rename("Maria Oldname", "Maria Newname");
  for (let round = 0; round < 3; round++) {
    await indexExperts(db, [{ rowId: rowId, text: textOf({ name: "Maria Newname", categories: ["author"] }) }]);
  }
  expect(await search("maria")).toMatchObject({ total: 1, counts: { author: 1 } });
  expect((await search("newname")).rowIds.map(nameOf)).toEqual(["Maria Newname"]);
  expect(await search("oldname")).toMatchObject({ total: 0, corrected: null });
  expect((await search("Newnane")).corrected).toBe("newname");
  await unindexExperts(db, [rowId]);
  expect(await search("Newnane")).toMatchObject({ total: 0, corrected: null });
});

test("D21 an expert who is in no list is not indexed, whatever was indexed before", async () => {
  const { db, search, rowIdOf, unlist } = await makeDirectory([{ name: "David Sinclair" }, { name: "Other One" }]);
  await unlist("David Sinclair");
  await indexExperts(db, [{ rowId: rowIdOf("David Sinclair"), text: textOf({ name: "David Sinclair" }) }]);
  expect((await search("sinclair")).total).toBe(0);
  expect((await search("one")).total).toBe(1);
});

test("D21 does not find entries of a failed transaction", async () => {
  const { db, search, rowIdOf } = await makeDirectory([{ name: "David Sinclair" }]);
  const failingTransaction = db.transaction().execute(async (tx) => {
    await indexExperts(tx, [{ rowId: rowIdOf("David Sinclair"), text: textOf({ name: "Someone Quite Different" }) }]);
    expect((await searchExperts(tx, { text: "different", offset: 0, limit: 5 })).total).toBe(1);
    throw new Error("undo");
  });
  await expect(failingTransaction).rejects.toThrow("undo");
  expect((await search("different")).total).toBe(0);
  expect((await search("Sinclar")).corrected).toBe("sinclair");
});

test("D21 searches for a filler word if nothing else was typed", async () => {
  const { names } = await makeDirectory([{ name: "Anna Us" }, { name: "Bo Elm" }]);
  for (const [text, name] of [
    ["a", "Anna Us"],
    ["us", "Anna Us"],
    ["b", "Bo Elm"],
  ] as const)
    expect(await names(text), text).toEqual([name]);
});

test("D21 reads the meaningful words of a spoken question, and ignores the words between and before them", async () => {
  const { names } = await makeDirectory([{ name: "Ada", contribution: "Gentle kites" }, { name: "Bo" }]);
  const fillers =
    "who is it of all those people here that you and I should ask for when we have to do with what there is about";
  expect(await names(`${fillers} kites`)).toEqual(["Ada"]);
  // Ignores the thirteenth word that counts.
  const twelveWords = "b c d e f g h j k l m n".replaceAll(" ", " kites ");
  expect(await names(`${twelveWords} nowhere`)).toEqual(await names(twelveWords));
});

test("D21 a comparative that nobody has is searched as the word that it is made of", async () => {
  const { names } = await makeDirectory([
    { name: "Ada", contribution: "Happy kites" },
    { name: "Bo", contribution: "Calm" },
  ]);
  for (const text of ["happier", "happiest kites"]) expect(await names(text), text).toEqual(["Ada"]);
  expect(await names("calmer")).toEqual(["Bo"]);
});

test("D21 if nobody matches all words, an expert with two rare words comes before experts with one, in every order of the words", async () => {
  const people = ["kelp", "moss", "fern", "reed sand", "reed", "sand"].map((contribution, index) => ({
    name: `Person ${index}`,
    contribution,
  }));
  const { db } = await makeDirectory(people);
  const searchWith = async (text: string, sort?: "name") => {
    const { rowIds, leftOut } = await searchExperts(db, { text, includesNearest: true, sort, offset: 0, limit: 9 });
    return { rowIds, leftOut };
  };
  const { rowIds, leftOut } = await searchWith("kelp moss fern reed sand");
  expect([rowIds[0], [...rowIds].sort(), leftOut]).toEqual([
    4,
    [1, 2, 3, 4, 5, 6],
    ["kelp", "moss", "fern", "reed", "sand"],
  ]);
  expect((await searchWith("sand fern reed kelp moss")).rowIds).toEqual(rowIds);
  expect((await searchWith("kelp moss fern reed sand", "name")).rowIds).toEqual([1, 2, 3, 4, 5, 6]);
});

test("PB05 a search is sorted by name, or by the day of the creation, the last change or the last review", async () => {
  const { db, nameOf } = await makeDirectory(["Ada", "Bo", "Cy"].map((name) => ({ name, biography: "kelp" })));
  for (const [expertRowId, createdAt, updatedAt, reviewedAt] of [
    [1, "2020", "2025", "2023"],
    [2, "2022", "2023", "2025"],
    [3, "2021", "2024", "2024"],
  ] as const)
    await db
      .updateTable("listing")
      .set({ createdAt, updatedAt, reviewedAt, sortsAs: String(9 - expertRowId) })
      .where("expertRowId", "=", expertRowId)
      .execute();
  for (const [sort, names] of [
    ["name", ["Cy", "Bo", "Ada"]],
    ["newest", ["Bo", "Cy", "Ada"]],
    ["updated", ["Ada", "Cy", "Bo"]],
    ["reviewed", ["Bo", "Cy", "Ada"]],
  ] as const) {
    const { rowIds } = await searchExperts(db, { text: "kelp", sort, offset: 0, limit: 9 });
    expect([sort, rowIds.map(nameOf)]).toEqual([sort, names]);
  }
});

/** Returns people who all match "aging" and "stone": half of them authors, a third clinicians, a few featured. */
function crowdOf(size: number): Person[] {
  return Array.from({ length: size }, (_, index) => ({
    name: `${String.fromCharCode(97 + ((index * 7) % 26), 97 + ((index * 11) % 26))}a${index} ${index % 4 ? "Stone" : "Rock"} A`,
    title: index % 5 ? "Stone" : "",
    categories: [
      ...(index % 2 ? [] : ["author"]),
      ...(index % 3 ? [] : ["clinician"]),
      ...(index % 10 === 7 ? ["podcaster"] : []),
    ],
    biography: `About aging and stone${index % 10}. number${index}`,
    featured: index % 100 === 50 ? size - index : undefined,
  }));
}

/** Makes a new database with these people, numbered from 1, and functions that search it. */
async function makeDirectory(people: Person[]) {
  connection = connect(migratedFile());
  const { db } = connection;
  const experts = people.map((person, index) => ({ rowId: index + 1, text: textOf(person) }));
  await db.transaction().execute(async (tx) => {
    for (const [index, person] of people.entries()) {
      await tx
        .insertInto("experts")
        .values({
          rowId: index + 1,
          id: `id-${index}`,
          slug: `slug-${index}`,
          name: person.name,
          sortName: words(person.name).join(" "),
          title: person.title ?? "",
          categories: JSON.stringify(person.categories ?? []),
          longevityContribution: person.contribution ?? "",
          biography: person.biography ?? "",
          imageUrl: "",
          featuredPosition: person.featured ?? null,
          ...EMPTY_FIELDS,
        })
        .execute();
      const place = {
        rank: person.featured ?? 1_000_000_000,
        sortName: words(person.name).join(" "),
        expertRowId: index + 1,
      };
      const rows = ["*", ...(person.categories ?? [])].map((category) => ({ category, ...place }));
      await tx.insertInto("listing").values(rows).execute();
    }
    for (let index = 0; index < experts.length; index += 400) await indexExperts(tx, experts.slice(index, index + 400));
  });
  const nameOf = (rowId: number) => people[rowId - 1]?.name ?? "";
  const rowIdOf = (name: string) => people.findIndex((person) => person.name === name) + 1;
  const search = (
    text: string,
    options: { categories?: string[]; groups?: string[][]; offset?: number; limit?: number } = {},
  ) => searchExperts(db, { text, offset: 0, limit: 24, countsListings: true, ...options });
  return {
    db,
    sqlite: connection.sqlite,
    search,
    nameOf,
    rowIdOf,
    names: async (text: string, options?: Parameters<typeof search>[1]) =>
      (await search(text, options)).rowIds.map(nameOf),
    unlist: (name: string) => db.deleteFrom("listing").where("expertRowId", "=", rowIdOf(name)).execute(),
    rename: async (from: string, to: string) => {
      const rowId = rowIdOf(from);
      (people[rowId - 1] as Person).name = to;
      const sortName = words(to).join(" ");
      await db.updateTable("listing").set({ sortName }).where("expertRowId", "=", rowId).execute();
      return rowId;
    },
  };
}

function textOf({ name, title = "", categories = [], contribution = "", biography = "" }: Person) {
  const categoryLabels = categories.map((key) => LABELS[key] ?? key);
  return { name, title, categoryLabels, longevityContribution: contribution, biography };
}

const EMPTY_FIELDS = {
  topics: "[]",
  languages: "[]",
  availableFor: "[]",
  city: "",
  country: "",
  status: "",
  born: "",
  died: "",
  affiliation: "",
  orcid: "",
  wikidata: "",
  openalex: "",
  ror: "",
  interests: "",
  linkKinds: "[]",
  reviewedAt: null,
  customGptUrl: "",
  longevityInterviewTitle: "",
  longevityInterviewImageUrl: "",
  longevityInterviewShortDescription: "",
  longevityInterviewLongDescription: "",
  longevityInterviewDownloadNotesUrl: "",
  longevityInterviewVideoEmbed: "",
  productTitle: "",
  productImageUrl: "",
  productDescription: "",
  productButtonText: "",
  productButtonUrl: "",
  youtubeEmbeds: "[]",
  books: "[]",
  scienceHighlights: "[]",
  referenceLinks: "[]",
  sources: "[]",
  origin: "seed",
  createdAt: "2025-01-01T00:00:00.000Z",
  updatedAt: "2025-01-01T00:00:00.000Z",
  deletedAt: null,
};
