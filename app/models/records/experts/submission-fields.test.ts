import { expect, test } from "vitest";
import { AppError } from "~/errors";
import {
  BAD_LINK,
  fieldsIn,
  INCOMPLETE,
  isBlank,
  NO_FIELDS,
  NO_WEBSITE,
  NOT_SIGNED_IN,
  refusalTitle,
  type SubmissionFields,
  stepOf,
  toFields,
  withPendingEntries,
} from "./submission-fields";

const filledFields = (changes: Partial<SubmissionFields> = {}): SubmissionFields => ({
  ...NO_FIELDS,
  name: "Nadia",
  categories: ["academic"],
  referenceLinks: ["https://nadia.example/"],
  ...changes,
});
const runStep = (intent: string, fields: SubmissionFields) => stepOf(intent, fields)?.();

test("SU03 adds a chosen category once, and removes it", () => {
  const changedFields = runStep("add-category", filledFields({ category: "author" }));
  expect(changedFields).toEqual(filledFields({ categories: ["academic", "author"] }));
  expect(runStep("add-category", filledFields({ category: "academic" }))).toEqual(filledFields());
  expect(runStep("add-category", filledFields())).toEqual(filledFields());
  expect(runStep("remove-category academic", filledFields({ categories: ["academic", "author"] }))?.categories).toEqual(
    ["author"],
  );
});

test("SU04 adds a link once, and removes it", () => {
  const fieldsWithLink = runStep("add-link", filledFields({ newLink: " https://other.example/page " }));
  expect(fieldsWithLink).toEqual(
    filledFields({ referenceLinks: ["https://nadia.example/", "https://other.example/page"] }),
  );
  expect(runStep("remove-link https://nadia.example/", fieldsWithLink as SubmissionFields)?.referenceLinks).toEqual([
    "https://other.example/page",
  ]);
});

test.each([
  ["nothing", ""],
  ["no scheme", "nadia.example"],
  ["another scheme", "ftp://nadia.example/"],
  ["a script", "javascript:alert(1)"],
  ["a link that is there", "https://nadia.example/"],
  ["a link that is there, spelled otherwise", "HTTPS://Nadia.example"],
])("SU04 %s cannot be added as a link", (_, newLink) => {
  const addLink = () => runStep("add-link", filledFields({ newLink }));
  expect(addLink).toThrow(BAD_LINK);
  expect(addLink).toThrow(expect.objectContaining({ problem: "invalid", fieldErrors: { referenceLinks: BAD_LINK } }));
  expect(addLink).toThrow(AppError);
});

test("SU04 Enter adds the typed link, and sends the form if no link is typed", () => {
  expect(runStep("enter", filledFields({ newLink: "https://other.example/" }))?.referenceLinks).toHaveLength(2);
  expect(stepOf("enter", filledFields())).toBeNull();
});

test.each(["", undefined, "send", "constructor", "__proto__", "toString x"])(
  "SU01 a button with the value %s sends the form",
  (intent) => {
    expect(stepOf(intent, filledFields())).toBeNull();
  },
);

test("D37 starting over clears all fields except the profile to change", () => {
  expect(runStep("start-over", filledFields({ change: "nadia" }))).toEqual({ ...NO_FIELDS, change: "nadia" });
});

test("SU03 SU04 sends a chosen category and a typed link that were not added yet", () => {
  const fields = filledFields({ category: "author", newLink: "https://other.example/" });
  expect(withPendingEntries(fields)).toEqual(
    filledFields({
      categories: ["academic", "author"],
      referenceLinks: ["https://nadia.example/", "https://other.example/"],
    }),
  );
  expect(() => withPendingEntries(filledFields({ newLink: "nonsense" }))).toThrow(BAD_LINK);
});

test.each([null, undefined, 7, "text", [], { name: 7, categories: { a: 1 }, referenceLinks: [null, 3] }])(
  "SU10 reads any input as fields: %j",
  (input) => expect(toFields(input)).toEqual(NO_FIELDS),
);

test("SU01 reads the same fields in the browser and on the server", () => {
  const form = new FormData();
  form.append("name", "Nadia");
  form.append("categories[]", "academic");
  form.append("categories[]", "author");
  form.append("newLink", "https://x.example/");
  form.append("unknown", "x");
  const fields = { ...NO_FIELDS, name: "Nadia", categories: ["academic", "author"], newLink: "https://x.example/" };
  expect(fieldsIn(form)).toEqual(fields);
  expect(toFields({ categories: "academic" }).categories, "a form with one category").toEqual(["academic"]);
});

test("D37 a form is blank if nothing was typed", () => {
  const { change: _change, basedOn: _basedOn, ...typedFields } = NO_FIELDS;
  expect(isBlank({ ...NO_FIELDS, change: "nadia", basedOn: "2026-01-01T00:00:00.000Z" })).toBe(true);
  for (const name of Object.keys(typedFields)) expect(isBlank(toFields({ [name]: "x" })), name).toBe(false);
});

test.each([
  [INCOMPLETE, "Missing Information"],
  [NO_WEBSITE, "Missing Official Website"],
  [BAD_LINK, "Invalid URL"],
  [NOT_SIGNED_IN, "Authentication Required"],
  ["Anything else.", "Submission Failed"],
  ["constructor", "Submission Failed"],
])("SU02 SU05 SU06 SU09 the message “%s” has the title “%s”", (message, title) => {
  expect(refusalTitle(message)).toBe(title);
});
