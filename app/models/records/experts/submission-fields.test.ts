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

const filled = (changes: Partial<SubmissionFields> = {}): SubmissionFields => ({
  ...NO_FIELDS,
  name: "Nadia",
  categories: ["academic"],
  referenceLinks: ["https://nadia.example/"],
  ...changes,
});
const run = (intent: string, fields: SubmissionFields) => stepOf(intent, fields)?.();

test("SU03 adds a chosen category once, and removes it", () => {
  const two = run("add-category", filled({ category: "author" }));
  expect(two).toEqual(filled({ categories: ["academic", "author"] }));
  expect(run("add-category", filled({ category: "academic" }))).toEqual(filled());
  expect(run("add-category", filled())).toEqual(filled());
  expect(run("remove-category academic", filled({ categories: ["academic", "author"] }))?.categories).toEqual([
    "author",
  ]);
});

test("SU04 adds a link once, and removes it", () => {
  const added = run("add-link", filled({ newLink: " https://other.example/page " }));
  expect(added).toEqual(filled({ referenceLinks: ["https://nadia.example/", "https://other.example/page"] }));
  expect(run("remove-link https://nadia.example/", added as SubmissionFields)?.referenceLinks).toEqual([
    "https://other.example/page",
  ]);
});

test.each([
  ["nothing", ""],
  ["no scheme", "nadia.example"],
  ["another scheme", "ftp://nadia.example/"],
  ["a script", "javascript:alert(1)"],
  ["one that is there", "https://nadia.example/"],
  ["one that is there, spelled otherwise", "HTTPS://Nadia.example"],
])("SU04 %s cannot be added as a link", (_, newLink) => {
  const adding = () => run("add-link", filled({ newLink }));
  expect(adding).toThrow(BAD_LINK);
  expect(adding).toThrow(expect.objectContaining({ problem: "invalid", fieldErrors: { referenceLinks: BAD_LINK } }));
  expect(adding).toThrow(AppError);
});

test("SU04 Enter adds the typed link, and sends the form without one", () => {
  expect(run("enter", filled({ newLink: "https://other.example/" }))?.referenceLinks).toHaveLength(2);
  expect(stepOf("enter", filled())).toBeNull();
});

test.each(["", undefined, "send", "constructor", "__proto__", "toString x"])(
  "SU01 a button with the value %s sends the form",
  (intent) => {
    expect(stepOf(intent, filled())).toBeNull();
  },
);

test("D37 starting over clears all fields except the profile to change", () => {
  expect(run("start-over", filled({ change: "nadia" }))).toEqual({ ...NO_FIELDS, change: "nadia" });
});

test("SU03 SU04 sends a chosen category and a typed link that were not added yet", () => {
  const fields = filled({ category: "author", newLink: "https://other.example/" });
  expect(withPendingEntries(fields)).toEqual(
    filled({
      categories: ["academic", "author"],
      referenceLinks: ["https://nadia.example/", "https://other.example/"],
    }),
  );
  expect(() => withPendingEntries(filled({ newLink: "nonsense" }))).toThrow(BAD_LINK);
});

test.each([null, undefined, 7, "text", [], { name: 7, categories: { a: 1 }, referenceLinks: [null, 3] }])(
  "SU10 reads any input as fields: %j",
  (sent) => expect(toFields(sent)).toEqual(NO_FIELDS),
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
  expect(isBlank({ ...NO_FIELDS, change: "nadia" })).toBe(true);
  for (const name of Object.keys(NO_FIELDS).filter((name) => name !== "change")) {
    expect(isBlank(toFields({ [name]: "x" })), name).toBe(false);
  }
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
