import { afterAll, expect, test } from "vitest";
import { startOpenData, type WorkRecord } from "../../test/support/open-data";

const openData = await startOpenData();
Object.assign(process.env, openData.env);
const { WorkList } = await import("~/models/records/works/works.server");
const { worksOfAuthor } = await import("./openalex.server");
afterAll(() => openData.stop());

test("ID06 a work at OpenAlex is read in a form that an export may have, whatever its entry contains", async () => {
  const work = (id: string, entry: Partial<WorkRecord>) => ({
    id,
    title: "Ageing",
    year: 2001,
    doi: `10.1/${id}`,
    ...entry,
  });
  const works = [
    work("W1", { title: `${"An abstract as a title. ".repeat(100)}`, venue: "Journal ".repeat(100) }),
    work("W2", { title: "A\0B", year: 2 ** 53, citations: 2 ** 40 }),
    work("W3", { doi: "javascript:alert(1)" }),
    work("W4", { doi: `10.1/${"x".repeat(300)}` }),
    work("W1234567890123456", {}),
  ];
  openData.people = [{ name: "Ada Full", openalex: "A1", works }];
  const found = await worksOfAuthor("A1", { order: "cited", limit: 25 });
  expect(WorkList.safeParse(found).error).toBeUndefined();
  const shown = found.map(({ openalex, doi, title, year, citations }) => [
    openalex,
    doi,
    title.slice(0, 11),
    year,
    citations,
  ]);
  expect(shown.toSorted()).toEqual([
    ["W1", "10.1/w1", "An abstract", 2001, 0],
    ["W2", "10.1/w2", "A\ufffdB", null, 0],
    ["W3", "", "Ageing", 2001, 0],
    ["W4", "", "Ageing", 2001, 0],
  ]);
});
