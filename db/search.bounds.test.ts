/** What a search may ask of the database, however many words are typed and however many experts have them. */
import type { Kysely } from "kysely";
import { afterEach, expect, test } from "vitest";
import { type Connection, connect } from "./connect";
import { fold, words } from "./fold";
import { migrate } from "./migrate";
import type { Database } from "./schema";
import { searchExperts } from "./search";
import { indexExperts } from "./search-index";
import { searchSubmissions } from "./submission-search";
import { indexWords, searchWords } from "./word-search";

let connection: Connection | undefined;

afterEach(async () => {
  await connection?.close();
  connection = undefined;
});

/** Everybody has the first two words, six of seven the third, four of five the fourth; each twentieth a surname. */
const CROWD = Array.from({ length: 900 }, (_, at) => ({
  name: at === 701 ? "Alpha Beta Gamma Delta" : `Person${at} ${at % 20 === 3 ? "Rarename" : "Plain"}`,
  biography: `alpha beta ${at % 7 ? "gamma" : ""} ${at % 5 ? "delta" : ""} ${at % 11 ? "epsilon" : ""} ${MANY_WORDS().join(" ")}`,
}));
const IN_BOTH = CROWD.filter(({ biography }) => /gamma.*delta/.test(biography)).length;

function MANY_WORDS(): string[] {
  return Array.from({ length: 12 }, (_, at) => `common${String.fromCharCode(97 + at)}`);
}

test("performance: of words that nearly everyone has, the two rarest are searched; the exact name is first", async () => {
  const { search, nameOf, matches } = await directory();
  const found = await search("alpha beta gamma delta");
  expect(found.total).toBe(IN_BOTH);
  expect(found.terms).toEqual(["alpha", "beta", "gamma", "delta"]);
  expect(nameOf(found.rowIds[0])).toBe("Alpha Beta Gamma Delta");
  const asked = matches(/LIMIT|count/);
  // Once for all four words: among the first matches alone, so that those who have them all come first.
  expect(wordsIn(asked).map((searched) => searched.length)).toEqual([...asked.slice(1).map(() => 2), 4]);
  expect(asked.length).toBeGreaterThan(2);
});

test("performance: with a word that few or none have, every word counts", async () => {
  const { search } = await directory();
  const few = CROWD.filter(({ name, biography }) => name.endsWith("Rarename") && /gamma/.test(biography)).length;
  expect(few).toBe(39);
  expect((await search("alpha beta gamma rarename")).total).toBe(few);
  expect(await search("alpha beta gamma nowhere")).toMatchObject({ total: 0, corrected: null });
  expect(await search("nowhere alpha beta gamma")).toMatchObject({ total: 0, corrected: null });
  expect((await search("alpha beta gamma Rarenme")).corrected).toBe("alpha beta gamma rarename");
});

test("performance: two words are both searched, however many have them", async () => {
  const { search } = await directory();
  expect((await search("gamma delta")).total).toBe(IN_BOTH);
});

test("performance: in a small directory all of eight words count, and of more than eight the eight rarest", async () => {
  const { search, matches } = await directory({ pretended: CROWD.length });
  const eight = [...MANY_WORDS().slice(0, 7), "delta"].join(" ");
  expect((await search(eight)).total).toBe(CROWD.filter(({ biography }) => biography.includes("delta")).length);
  expect(Math.max(...wordsIn(matches(/LIMIT/)).map(({ length }) => length))).toBe(8);
  const found = await search(`${MANY_WORDS().slice(0, 11).join(" ")} rarename`);
  expect(found.total).toBe(CROWD.filter(({ name }) => name.endsWith("Rarename")).length);
  expect(wordsIn(matches(/LIMIT/)).filter(({ length }) => length > 8)).toHaveLength(1);
});

test("performance: whoever has all words comes before those who have the searched ones alone", async () => {
  const { search } = await directory();
  const found = await search("alpha epsilon gamma delta");
  expect(found.total).toBeGreaterThan(24);
  expect(found.rowIds).toHaveLength(24);
  for (const rowId of found.rowIds) expect(CROWD[rowId - 1]?.biography).toContain("epsilon");
});

test("performance: what nobody matches costs no walk through what a frequent word may become", async () => {
  const { search, statements } = await directory();
  await search(`${MANY_WORDS().slice(0, 11).join(" ")} qqqqq`);
  expect(statements().filter(({ text }) => text.includes("expertSearchTokens"))).toHaveLength(1);
  await search("comm");
  expect(statements().filter(({ text }) => text.includes("expertSearchTokens"))).toHaveLength(0);
});

test("performance: all matches are walked through once for the total and the counts", async () => {
  const { search, statements } = await directory({ pretended: CROWD.length });
  expect(await search("gamma")).toMatchObject({ total: CROWD.filter((one) => / gamma /.test(one.biography)).length });
  const unlimited = statements().filter(({ text }) => text.includes("MATCH") && !/LIMIT/.test(text));
  expect(unlimited).toEqual([]);
});

test("performance: the desk's searches ask for eight words, the word that is being typed among them", async () => {
  const { db, sqlite, statements } = await directory({ people: [] });
  const text = `${MANY_WORDS().join(" ")} in of beginn`;
  await indexWords(db, "articleSearch", { rowId: 1, text: `${text}ing`, scope: ["kept"] });
  statements();
  expect(searchWords(sqlite, "articleSearch", { text, scope: ["kept"], offset: 0, limit: 5 })).toMatchObject({
    total: 1,
  });
  expect(searchWords(sqlite, "articleSearch", { text: `${text}x`, offset: 0, limit: 5 }).total).toBe(0);
  await searchSubmissions(db, { text, status: "pending", direction: "asc", offset: 0, limit: 5 });
  const asked = statements().flatMap(({ values }) => values.filter((value) => String(value).includes('"')));
  expect(asked.length).toBeGreaterThan(3);
  for (const match of asked) expect(String(match).match(/"common/g)?.length ?? 0).toBeLessThanOrEqual(8);
});

test("reliability 15: words that SQLite takes apart are searched among submissions without an error", async () => {
  const { db } = await directory({ people: [] });
  await addSubmission(db, "चित्रा मोहन");
  await addSubmission(db, "José Núñez");
  const total = async (text: string) =>
    (await searchSubmissions(db, { text, status: "pending", direction: "asc", offset: 0, limit: 5 })).total;
  expect(await total("चित्रा मोहन")).toBe(1);
  expect(await total("मोहन")).toBe(1);
  expect(await total("José nunez")).toBe(1);
  expect(await total("jose\u0301")).toBe(1);
  // A letter that is none yet for the tokenizer, in the middle of a word: that word is left out.
  expect(await total("a\u19b0b")).toBe(0);
  expect(await total("nunez a\u19b0b")).toBe(1);
});

/** How many words each condition has. */
function wordsIn(matches: string[]): string[][] {
  return matches.map((match) => match.split(" AND "));
}

/**
 * A database with the crowd, and questions to ask of it.
 *
 * @param pretended how many experts it says that it has: with hundred thousand, a word of everyone is as dear as there.
 */
async function directory({ people = CROWD, pretended = 100_000 } = {}) {
  connection = connect(":memory:");
  const { db, sqlite } = connection;
  await migrate(db);
  // The search reads the lists alone: nobody needs a profile.
  sqlite.pragma("foreign_keys = OFF");
  await db.transaction().execute(async (tx) => {
    for (const [at, { name }] of people.entries()) {
      const place = { category: "*", rank: 1_000_000_000, sortName: words(name).join(" "), expertRowId: at + 1 };
      await tx.insertInto("listing").values(place).execute();
    }
    const nothing = { title: "", categoryLabels: [], longevityContribution: "" };
    const texts = people.map((person, at) => ({ rowId: at + 1, text: { ...nothing, ...person } }));
    for (let at = 0; at < texts.length; at += 300) await indexExperts(tx, texts.slice(at, at + 300));
  });
  await db.updateTable("listingCounts").set({ experts: pretended }).where("category", "=", "*").execute();
  const recorded = recordStatements(connection);
  const statements = () => recorded.splice(0);
  return {
    db,
    sqlite,
    search: (text: string) => {
      recorded.length = 0;
      return searchExperts(sqlite, { text, offset: 0, limit: 24 });
    },
    nameOf: (rowId = 0) => people[rowId - 1]?.name ?? "",
    statements,
    /** The conditions in FTS5's language of such statements. */
    matches: (which: RegExp) =>
      statements()
        .filter(({ text }) => text.includes("MATCH ?") && which.test(text))
        .flatMap(({ values }) => values.filter((value) => typeof value === "string" && value.includes('"')))
        .map(String),
  };
}

async function addSubmission(db: Kysely<Database>, name: string): Promise<void> {
  await db
    .insertInto("submissions")
    .values({
      id: name,
      draftId: null,
      status: "pending",
      changesExpertRowId: null,
      expertRowId: null,
      name,
      foldedName: fold(name),
      title: "",
      record: "{}",
      sentRecord: null,
      userId: null,
      submitterName: "",
      submitterEmail: "",
      submitterReason: "",
      submittedAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
      reviewNotes: "",
      reviewedAt: null,
      reviewedBy: null,
    })
    .execute();
}

/** What is asked of the database from now on. */
function recordStatements({ sqlite }: Connection): { text: string; values: unknown[] }[] {
  const recorded: { text: string; values: unknown[] }[] = [];
  const prepare = sqlite.prepare.bind(sqlite);
  const recording = (text: string) => {
    const statement = prepare(text);
    return new Proxy(statement, {
      get(target, property, proxy) {
        const value = Reflect.get(target, property, target);
        if (property === "pluck" || property === "raw") return () => Reflect.apply(value, target, []) && proxy;
        if (property !== "all" && property !== "get") return typeof value === "function" ? value.bind(target) : value;
        return (...values: unknown[]) => {
          recorded.push({ text, values: values.flatMap(boundIn) });
          return Reflect.apply(value, target, values);
        };
      },
    });
  };
  sqlite.prepare = recording as typeof sqlite.prepare;
  return recorded;
}

/** Values are bound one by one, as a list or by their names. */
function boundIn(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [value];
}
