import { expect, test } from "vitest";
import { newSynonyms } from "./synonyms.server";

const LIST = "zombie cells = senescent cells\ntea = green tea > caffeine\nGermany > Berlin = Bonn\ndogs = dog";

test("D21 offers the groups of a newer version whose words an edited list does not connect", () => {
  expect(newSynonyms("dogs = puppies = dog", "", LIST)).toEqual(LIST.split("\n").slice(0, 3));
  // Ignores order, number and line.
  expect(newSynonyms("senescent  cell = zombie cell\nGermany > Bonn\nGermany > Berlin", "", LIST)).toEqual([
    "tea = green tea > caffeine",
    "dogs = dog",
  ]);
  expect(newSynonyms(LIST, "", LIST)).toEqual([]);
  expect(newSynonyms("tea > caffeine", "", LIST)).toContain("tea = green tea > caffeine");
});

test("D21 does not offer again what an admin removed, alone or within another group", () => {
  expect(newSynonyms("dogs = dog", LIST, LIST)).toEqual([]);
  const newerList = `${LIST}\ntea = chai = matcha\nzombie cells = old cells\nberlin > Spree`;
  expect(newSynonyms("tea = green tea > caffeine\nGermany > Bonn", LIST, newerList)).toEqual(["tea = chai = matcha"]);
  // Makes no synonyms of the words on the other side of an empty side.
  expect(newSynonyms("dogs = dog", LIST, "Germany > Rostock = Leipzig")).toEqual([]);
});
