import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { narrowablePage } from "~/models/records/directory/lists.server";

const makePeople = (count: number, family: string, country: string) =>
  Array.from({ length: count }, (_, index) => ({ name: `Person ${index} ${family}`, title: "Professor", country }));

beforeAll(async () => {
  await migrate(db);
  await importExperts(
    [
      ...makePeople(20, "Ábel", "DE"),
      ...makePeople(20, "Ørsted", "FR"),
      ...makePeople(3, "Иванов", "DE"),
      ...makePeople(2, "Белова", "FR"),
      ...makePeople(13, "Αλφα", "DE"),
      ...makePeople(14, "Ωνάση", "DE"),
      { name: "42", title: "Number" },
      { name: "山中 伸弥", title: "Professor" },
      { name: "王 偉", title: "Professor" },
      { name: "김 연아", title: "Professor" },
    ],
    { origin: "import" },
  );
});

const query = { page: 1, limit: 24, search: "", category: "", sort: "name" as const };

test("PB09 returns the letters of a list with their positions: accents with their base letter, small alphabets as a range", async () => {
  const { letters } = await narrowablePage(query);
  expect(letters).toEqual([
    { letter: "#", at: 0 },
    { letter: "A", at: 1 },
    { letter: "O", at: 21 },
    { letter: "Α", at: 41 },
    { letter: "Ω", at: 54 },
    { letter: "Б–И", at: 68 },
    { letter: "ㄱ", at: 73 },
    { letter: "漢", at: 74 },
  ]);
});

test("PB09 returns the letters of the people in a narrowed list or a search", async () => {
  const { letters } = await narrowablePage({ ...query, facets: { country: ["FR", "DE"] } });
  expect(letters?.map(({ letter, at }) => [letter, at])).toEqual([
    ["A", 0],
    ["O", 20],
    ["Α", 40],
    ["Ω", 53],
    ["Б–И", 67],
  ]);
  const searchPage = await narrowablePage({ ...query, search: "person" });
  expect(searchPage.letters?.map(({ letter }) => letter)).toEqual(["A", "O", "Α", "Ω", "Б–И"]);
  expect((await narrowablePage({ ...query, sort: "" })).letters).toBeUndefined();
  expect((await narrowablePage({ ...query, facets: { country: ["FR"] } })).letters).toBeUndefined();
});
