import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ExpertInput } from "../../app/models/records/experts/input.server";
import { categoryByKey } from "../../app/models/records/listings/categories";
import { SLUG_LENGTH, slugify } from "../../app/models/records/shared/slugs.server";
import { runProgram } from "../../scripts/program";
import { madeUpPerson } from "../../scripts/seed-people";

const people = Array.from({ length: 3_000 }, (_, i) => madeUpPerson(i));

describe("made-up people", () => {
  test("are the same in every run, on every machine, in any order", () => {
    expect([0, 7, 1_234, 99_999].map((i) => [madeUpPerson(i).name, madeUpPerson(i).slug])).toMatchInlineSnapshot(`
      [
        [
          "Ìfẹ́olúwa Nwáchukwu",
          "ifeoluwa-nwachukwu-s0",
        ],
        [
          "赵秀英",
          "zhaoxiuying-s7",
        ],
        [
          "Rāwiri Ngātai",
          "rawiri-ngatai-s1234",
        ],
        [
          "चित्रा मोहन वर्मा",
          "citra-mohn-vrma-s99999",
        ],
      ]
    `);
    expect(madeUpPerson(1_234)).toEqual(people[1_234]);
  });

  test("have different texts and slugs, which are already valid", () => {
    expect(new Set(people.map((person) => person.slug)).size).toBe(people.length);
    expect(new Set(people.map((person) => person.biography)).size).toBe(people.length);
    for (const { slug } of people) expect(slugify(slug)).toBe(slug);
    expect(Math.max(...people.map((person) => person.slug.length))).toBeLessThanOrEqual(SLUG_LENGTH);
  });

  test("are valid records of the documented sizes", () => {
    for (const person of people) {
      ExpertInput.parse(person);
      expect(person.longevityContribution?.length).toSatisfy(isBetween(120, 400));
      expect(person.biography?.length).toSatisfy(isBetween(300, 1_500));
      expect(person.categories?.length).toSatisfy(isBetween(1, 3));
      expect(person.categories?.every(categoryByKey)).toBe(true);
    }
  });

  test("are clearly invented: they say so, link only to example.org, and are not featured", () => {
    for (const person of people) {
      expect(person.biography).toContain("no such person exists");
      expect(person.featured ?? false).toBe(false);
      for (const link of JSON.stringify(person).match(/https?:\/\/[^/"|)]+/g) ?? [])
        expect(link).toMatch(/[/.]example\.org$/);
    }
  });

  test("write their names in many scripts, with and without accents", () => {
    const names = people.map((person) => person.name).join();
    for (const script of [
      "Latin",
      "Cyrillic",
      "Greek",
      "Han",
      "Hiragana",
      "Hangul",
      "Arabic",
      "Hebrew",
      "Devanagari",
      "Thai",
    ]) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, "u"));
    }
    expect(names).toMatch(/[őřñøğ]/);
  });
});

function isBetween(min: number, max: number) {
  return (value: unknown) => typeof value === "number" && value >= min && value <= max;
}

test("a program of the operator makes files that only their owner can open", async () => {
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  const file = join(process.env.DATA_DIR as string, "made");
  await runProgram(async () => writeFileSync(file, "rows"));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
