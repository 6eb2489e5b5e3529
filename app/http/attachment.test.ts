import { expect, test } from "vitest";
import { attachment } from "./api.server";

test.each([
  ["my-data.json", 'attachment; filename="my-data.json"'],
  ['Zoë "1".csv', "attachment; filename*=UTF-8''Zo%C3%AB%20%221%22.csv"],
])("a private download called %s is stored by no cache", (name, disposition) => {
  expect(attachment(name, "text/csv")).toEqual({
    "Content-Type": "text/csv",
    "Content-Disposition": disposition,
    "Cache-Control": "private, no-store",
  });
});
