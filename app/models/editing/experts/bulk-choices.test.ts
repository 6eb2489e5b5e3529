import { expect, test } from "vitest";
import { type BulkState, bulkChoices } from "./bulk-choices";

const values = {
  categories: [
    { key: "academic", label: "Academics" },
    { key: "author", label: "Authors" },
  ],
  topics: [{ key: "sleep", label: "Sleep" }],
};
const makePerson = (changes: Partial<BulkState>): BulkState => ({
  id: "a",
  featured: false,
  categories: [],
  topics: [],
  ...changes,
});
const countsByAction = (people: BulkState[] | null) =>
  Object.fromEntries(
    bulkChoices(people, values).flatMap(({ choices }) => choices.map(({ value, count }) => [value, count])),
  );

test("offers only actions that change somebody, with the number of people", () => {
  expect(countsByAction([makePerson({})])).toEqual({
    feature: 1,
    "addCategory:academic": 1,
    "addCategory:author": 1,
    "addTopic:sleep": 1,
  });
  const bothPeople = [
    makePerson({ featured: true, categories: ["author"] }),
    makePerson({ categories: ["author"], topics: ["sleep"] }),
  ];
  expect(countsByAction(bothPeople)).toEqual({
    feature: 1,
    unfeature: 1,
    "addCategory:academic": 2,
    "removeCategory:author": 2,
    "addTopic:sleep": 1,
    "removeTopic:sleep": 1,
  });
  expect(bulkChoices(bothPeople, values).map(({ title }) => title)).not.toContain("");
});

test("offers all actions without numbers if the selection is not fully loaded", () => {
  const choices = countsByAction(null);
  expect(Object.keys(choices)).toHaveLength(8);
  expect(new Set(Object.values(choices))).toEqual(new Set([null]));
});
