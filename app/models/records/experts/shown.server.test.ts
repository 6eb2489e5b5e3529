import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { entryOfParts, POSITION_PARTS } from "./positions";
import { expertValueFormatter } from "./shown.server";

beforeAll(() => migrate(db));

const PARTS = [
  "Director",
  "Institute of the Sea",
  "2011-05",
  "2020",
  "https://sea.example/people",
  "People",
  "03vek6s52",
  "Bergen",
  "NO",
  "https://sea.example/",
  "The institute",
  "2024-02-01",
  "It was 2012",
  "https://other.example/",
];

test("PR18 a position is shown in words, and a change of any of its parts is seen", async () => {
  const format = await expertValueFormatter();
  const shown = (parts: string[]) => String(format("positions", [entryOfParts(parts)]));
  const text = shown(PARTS);
  expect(text).toBe(
    "Director, Institute of the Sea, 2011 – 2020; from 2011-05 until 2020; Bergen, Norway; https://ror.org/03vek6s52; https://sea.example/; " +
      "source: People, https://sea.example/people; according to The institute; checked on 2024-02-01; " +
      "disputed: It was 2012, https://other.example/",
  );
  const others = [
    "Dean",
    "School",
    "2011-06",
    "ended",
    "https://sea.example/2",
    "Staff",
    "",
    "Oslo",
    "SE",
    "",
    "",
    "",
    "No",
    "",
  ];
  expect(POSITION_PARTS.filter((_, index) => shown(PARTS.with(index, others[index] ?? "")) === text)).toEqual([]);
  expect(shown(["Dean", "School of Water", "2001", "2005"])).toBe("Dean, School of Water, 2001 – 2005");
});
