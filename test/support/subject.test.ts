/** Checks that words of the subject stand only in app/subject and db/starter, so that a directory of another subject replaces only those. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { expect, test } from "vitest";
import { linesWithSubject } from "./subject-words";

const FOLDERS = ["app", "db", "scripts", "public"];
const SUBJECT_FILES = /^(app\/subject|db\/starter|db\/migrations|public\/build)\/|\.test\.tsx?$|\.ico$/;
/** English spellings, titles and professions of all fields, and the names of the world's cities. */
const WORDS_OF_ALL_SUBJECTS = [
  "db/search/spellings.ts",
  "db/search/question-places.ts",
  "db/names.ts",
  "db/places/world-data.ts",
];

test("only app/subject and db/starter contain words of the subject", () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  ).filter((file) => !SUBJECT_FILES.test(file) && !WORDS_OF_ALL_SUBJECTS.includes(file));
  const mentions = files.flatMap((file) =>
    linesWithSubject(readFileSync(file, "utf8")).map((words) => `${file}: ${words}`),
  );
  expect(mentions).toEqual([]);
});
