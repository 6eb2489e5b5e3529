import { describe, expect, test } from "vitest";
import experts from "../../../../db/starter/experts.json";
import { NO_RECORD } from "./fields";
import { ExpertInput } from "./input.server";
import { asOf, entryOfPosition, type Position, parsePosition, positionLine, yearsOfPosition } from "./positions";
import { changesTo } from "./record.server";

const DIRECTOR = {
  role: "Scientific director",
  institution: { name: "National Institute on Aging", ror: "049v75w11", url: "https://ror.org/049v75w11" },
  city: "Baltimore",
  country: "US",
  from: "2011-05",
  to: null,
  source: { url: "https://www.nia.nih.gov/about", title: "About the institute" },
  assertedBy: "the institution",
  checkedAt: "2021-08",
  disputed: null,
};

describe("PR18 positions", () => {
  test("converts between object and entry without loss, and writes five parts into a line of a table", () => {
    const entry = entryOfPosition(DIRECTOR);
    expect(parsePosition(entry)).toEqual(DIRECTOR);
    expect(positionLine(entry)).toBe(
      "Scientific director | National Institute on Aging | 2011-05 |  | https://www.nia.nih.gov/about",
    );
    expect(parsePosition("Dean | Columbia University | 2008 | 2025")).toMatchObject({
      role: "Dean",
      from: "2008",
      to: "2025",
      source: null,
    });
    expect(entryOfPosition({ role: 7, institution: null, source: "x" } as object)).toBe("7");
  });

  test.each([
    ["2011", null, "2011 –"],
    ["2008", "2025-06", "2008 – 2025"],
    ["", "2025", "until 2025"],
    ["1993", "ended", "from 1993, ended"],
    ["", "ended", "ended"],
    ["", null, ""],
  ])("writes the years from %s to %s as %j", (from, to, text) => {
    expect(yearsOfPosition({ ...DIRECTOR, from, to })).toBe(text);
  });

  test("dates a present position that was checked more than a year ago", () => {
    expect(asOf(DIRECTOR, new Date("2026-01-01"))).toBe("as of August 2021");
    expect(asOf(DIRECTOR, new Date("2022-01-01"))).toBe("");
    expect(asOf({ ...DIRECTOR, checkedAt: "2013" }, new Date("2026-01-01"))).toBe("as of 2013");
    expect(asOf({ ...DIRECTOR, to: "2022" }, new Date("2026-01-01"))).toBe("");
  });

  test("dates an unchecked position by its beginning, or calls its date unknown", () => {
    expect(asOf({ ...DIRECTOR, checkedAt: "" }, new Date("2026-01-01"))).toBe("as of May 2011");
    expect(asOf({ ...DIRECTOR, checkedAt: "" }, new Date("2011-12-01"))).toBe("");
    expect(asOf({ ...DIRECTOR, checkedAt: "", from: "" }, new Date("2026-01-01"))).toBe("as of an unknown date");
    expect(asOf({ ...DIRECTOR, checkedAt: "", from: "", to: "ended" }, new Date("2026-01-01"))).toBe("");
  });

  test("dates every present position of the starter profiles after ten years", () => {
    const presentPositions = experts.flatMap(({ positions }) => positions ?? []).filter(({ to }) => to === null);
    expect(presentPositions.length).toBeGreaterThan(30);
    const dates = presentPositions.map((position) => asOf(position as Position, new Date("2036-01-01")));
    expect(dates.filter((words) => !/^as of (?:\w+ )?\d{4}$/.test(words))).toEqual([]);
  });

  test.each([
    ["|", "A position needs a role or an institution."],
    ["Dean|Columbia|last year", "Please enter years or days"],
    ["Dean|Columbia|2012|2008", "A position cannot end before it begins."],
    ["Dean|Columbia|||javascript:alert(1)", "The address of the source is not a web address."],
    ["Dean|Columbia|||||123", "Please enter the institution’s number at ror.org"],
    ["Dean|Columbia||||||New York|Atlantis", "Please enter the name of one country"],
  ])("refuses %s with a message", (entry, message) => {
    const { error } = ExpertInput.safeParse({ name: "Ann Coe", positions: [entry] });
    expect(error?.issues.map((issue) => issue.message).join()).toContain(message);
  });

  test("accepts countries and identifiers in any spelling, and at most 30 positions", () => {
    const position = "Dean|Columbia University|||||https://ror.org/00hj8s172|New York|United States";
    expect(ExpertInput.parse({ name: "Ann Coe", positions: [position] }).positions).toEqual([
      "Dean|Columbia University|||||00hj8s172|New York|US",
    ]);
    expect(ExpertInput.safeParse({ name: "Ann Coe", positions: Array(31).fill("Dean") }).success).toBe(false);
  });

  test("title, affiliation and place follow from the present position, unless an editor wrote others", () => {
    const record = { ...NO_RECORD, name: "Ann Coe", slug: "ann-coe" };
    const firstChanges = changesTo(record, { positions: [DIRECTOR] });
    expect(firstChanges).toMatchObject({
      title: "Scientific director, National Institute on Aging",
      affiliation: "National Institute on Aging",
      city: "Baltimore",
      country: "US",
    });
    const storedRecord = { ...record, ...firstChanges };
    const endedPosition = { ...DIRECTOR, to: "2025" };
    const nextPosition = {
      ...DIRECTOR,
      role: "Professor",
      institution: { name: "Yale", ror: "", url: "" },
      city: "New Haven",
      from: "2025",
    };
    expect(changesTo(storedRecord, { positions: [nextPosition, endedPosition] })).toMatchObject({
      title: "Professor, Yale",
      affiliation: "Yale",
      city: "New Haven",
    });
    const retitledRecord = { ...storedRecord, title: "Physician" };
    expect(changesTo(retitledRecord, { positions: [nextPosition, endedPosition] })).not.toHaveProperty("title");
    // Changes nothing if the same positions come back as they were read.
    expect(changesTo(storedRecord, { positions: storedRecord.positions.map(parsePosition) })).toEqual({});
  });

  test("a title that is too long ends in an ellipsis, and still follows when the position changes", () => {
    const record = { ...NO_RECORD, name: "Ann Coe", slug: "ann-coe" };
    const longPosition = { ...DIRECTOR, role: `Professor of ${"geroscience, ".repeat(30)}` };
    const { title = "", ...firstChanges } = changesTo(record, { positions: [longPosition] });
    expect([title.length <= 300, title.endsWith("…")]).toEqual([true, true]);
    const storedRecord = { ...record, ...firstChanges, title };
    expect(changesTo(storedRecord, { positions: [DIRECTOR] })).toMatchObject({
      title: "Scientific director, National Institute on Aging",
    });
  });
});
