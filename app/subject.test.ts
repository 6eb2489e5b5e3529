/** The words of the subject stand in app/subject and db/starter, so that a directory of another subject replaces those alone. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { expect, test } from "vitest";

const FOLDERS = ["app", "db", "scripts", "public"];
const MAY_NAME_IT =
  /^(app\/subject|db\/starter|db\/migrations|public\/build)\/|^app\/models\/evidence\/gate|^db\/search\/spellings|\.test\.tsx?$|\.(ico|png|br|gz)$/;
/** Names of fields, and the key of an earlier kind of text: a specified interface. */
const SPECIFIED = /longevity(Contribution|Interview[A-Z]\w+|Tips)|"longevity-tip"/g;
const WORDS =
  /longevity|\bage?ing\b|\b(gero|geria)\w+|(life|health)span|rejuvenat|\bmedic(al|ine)\b|physician|\bclinic|\bdoctor|food and drug/i;

test("no word of the subject stands outside app/subject and db/starter", () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  ).filter((file) => !MAY_NAME_IT.test(file));
  const found = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, at) => (WORDS.test(line.replace(SPECIFIED, "")) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
