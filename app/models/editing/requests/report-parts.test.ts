import { expect, test } from "vitest";
import { EXPERT_LABELS, PROFILE_FIELDS } from "~/models/records/experts/fields";
import { reportParts } from "./report-parts";

test("readers can report each field that the profile shows unchanged, by its label", () => {
  const expert = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, "Text"]));
  const parts = reportParts(expert);
  expect(parts).toContainEqual({ field: "interests", label: "Disclosed interests" });
  expect(parts).toEqual(PROFILE_FIELDS.map((field) => ({ field, label: EXPERT_LABELS[field] })));
  expect(reportParts({ ...expert, interests: "" })).toEqual(parts.filter(({ field }) => field !== "interests"));
});
