import { expect, test } from "vitest";
import { PROFILE_FIELDS } from "~/models/records/experts/fields";
import { reportParts } from "./report-parts";

test("readers can report each field that the profile shows unchanged, by its label", () => {
  const expert = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, "Text"]));
  expect(reportParts(expert)).toEqual([{ field: "interests", label: "Disclosed interests" }]);
  expect(reportParts({ ...expert, interests: "" })).toEqual([]);
});
