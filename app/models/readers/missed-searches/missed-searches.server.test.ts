import { beforeEach, expect, test } from "vitest";
import { db } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { rememberNotToRelist } from "~/models/records/relisting/relisting.server";
import { addMember } from "../../../../test/support/members";
import * as missed from "./missed-searches.server";

const { dismissMissed, missedSearches, removeOldMissed, storeMissed } = missed;
let readerCount = 0;
/** Records a missed search of another reader at each call. */
const noteMissed = (search: string) => missed.noteMissed(search, `reader ${readerCount++}`);

beforeEach(async () => {
  await storeMissed();
  await db.deleteFrom("missedSearches").execute();
});

const addEditor = async () => asAdmin(await addMember({ role: "admin" }));
const typedTexts = async () => (await missedSearches(await addEditor(), 50)).map((search) => search.typed);
const onDay = (day: string) => new Date(`${day}T12:00:00Z`);

test("PU02 names and topics are counted by their words, with the first and the last day", async () => {
  noteMissed("  Àda   Löwe ");
  await storeMissed(onDay("2026-01-02"));
  for (const search of ["ada lowe", "ADA LOWE"]) noteMissed(search);
  await storeMissed(onDay("2026-01-05"));
  expect(await missedSearches(await addEditor(), 5)).toEqual([
    { words: "ada lowe", typed: "ADA LOWE", count: 2, firstDay: "2026-01-02", lastDay: "2026-01-05" },
  ]);
});

test("PU02 only names and topics count, without the shorter texts typed on the way to them", async () => {
  const uncountedSearches = [
    "me@mail.example",
    "https://site.example/x",
    "x".repeat(81),
    "a b",
    "+49 151 2345678",
    "<b>bold</b>",
  ];
  for (const search of [
    ...uncountedSearches,
    "one two three four five six seven",
    "Max P",
    "Max Plan",
    "Max Planck II",
  ])
    noteMissed(search);
  await storeMissed();
  expect(await typedTexts()).toEqual(["Max Planck II"]);
});

test("PU02 keeps at most 500 rows, and deletes the rarest", async () => {
  const name = (n: number) => `Person ${[...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("")}q`;
  for (const day of ["2026-01-01", "2026-01-02"]) {
    noteMissed("Twice Asked");
    await storeMissed(onDay(day));
  }
  for (let n = 0; n < 600; n++) {
    noteMissed(name(n));
    if (n % 150 === 149) await storeMissed(onDay("2026-01-03"));
  }
  const { count } = await db
    .selectFrom("missedSearches")
    .select((e) => e.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBeLessThanOrEqual(500);
  expect((await typedTexts())[0]).toBe("Twice Asked");
});

test("PU02 a network counts a search once a day, and at most 50 searches", async () => {
  const searchFrom = (address: string, ...searches: string[]) => {
    for (const search of searches) missed.noteMissed(search, address);
  };
  for (const day of ["2026-01-01", "2026-01-02", "2026-01-03"]) {
    searchFrom("203.0.113.7", "Ursula Unknown");
    searchFrom("2001:db8::1", "Ursula Unknown");
    searchFrom("2001:db8::2", "ursula unknown");
    await storeMissed(onDay(day));
  }
  expect(await missedSearches(await addEditor(), 5)).toMatchObject([{ words: "ursula unknown", count: 1 }]);
  const letters = [..."abcdefgh"];
  searchFrom("203.0.113.7", ...letters.flatMap((first) => letters.map((second) => `Junk ${first}${second}x`)));
  searchFrom("203.0.113.8", "Ursula Unknown", "Vera Vanished");
  await storeMissed();
  const searches = await missedSearches(await addEditor(), 100);
  expect(searches.slice(0, 1)).toMatchObject([{ words: "ursula unknown", count: 2 }]);
  expect(searches.filter(({ words }) => words.startsWith("junk"))).toHaveLength(49);
  expect(searches.map(({ typed }) => typed)).toContain("Vera Vanished");
});

test("PU02 does not record searches for people who asked not to be listed", async () => {
  await rememberNotToRelist(db, { name: "Lena Left" });
  noteMissed("Left, Lena");
  noteMissed("Lena Right");
  await storeMissed();
  expect(await typedTexts()).toEqual(["Lena Right"]);
});

test("PU02 dismissed searches stay hidden, and old searches and searches that now have results are deleted", async () => {
  for (const search of ["Dora Dismissed", "Fred Found", "Olga Old", "Nora New"]) {
    noteMissed(search);
    await storeMissed(onDay(search === "Olga Old" ? "2026-01-01" : "2026-10-01"));
  }
  await dismissMissed(await addEditor(), { words: "dora dismissed" });
  noteMissed("Dora Dismissed");
  await storeMissed(onDay("2026-10-02"));
  await importExperts([{ name: "Fred Found" }], { origin: "editor" });
  expect(await typedTexts()).toEqual(["Nora New", "Olga Old"]);
  expect(await removeOldMissed(onDay("2026-10-03").getTime())).toBe(2);
  expect(await typedTexts()).toEqual(["Nora New"]);
});
