import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { listAsCsv } from "~/models/readers/lists/people.server";
import { datasetOf } from "./dataset.server";

const ORIGIN = "https://life.example";
const STARTS = ["=", "+", "-", "@", "\t", "\r"];

beforeAll(async () => {
  await migrate(db);
  const people = STARTS.map((start, index) => {
    const formula = `${start}1+1`;
    const texts = { title: formula, longevityContribution: formula, affiliation: formula, city: formula };
    return { name: `${formula} Person`, slug: `person-${index}`, ...texts, referenceLinks: ["https://a.example/"] };
  });
  await importExperts(people, { origin: "import" });
});

test.each([
  ["dataset", () => datasetOf("csv").write(ORIGIN)],
  [
    "reader's list",
    () =>
      listAsCsv(
        STARTS.map((_, index) => `person-${index}`),
        ORIGIN,
      ),
  ],
])("no spreadsheet finds a formula in the table of the %s", async (_, write) => {
  const rows: string[][] = parse(await text(write()), { bom: true });
  expect(rows).toHaveLength(1 + STARTS.length);
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  expect(rows.flat()).toContain("'=1+1");
});
