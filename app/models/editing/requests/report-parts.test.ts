import { expect, test } from "vitest";
import { PUBLIC_FIELDS } from "~/models/records/experts/fields";
import { reportParts } from "./report-parts";

test("readers can report each public field, by its label unless it has another name", () => {
  for (const field of PUBLIC_FIELDS)
    expect([field, reportParts({ [field]: "Text" })]).toEqual([field, [{ field, label: expect.any(String) }]]);
  expect(reportParts({ interests: "Text", languages: ["en"], books: [] })).toEqual([
    { field: "interests", label: "Disclosed interests" },
    { field: "languages", label: "Languages" },
  ]);
});
