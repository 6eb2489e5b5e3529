import { expect, test } from "vitest";
import { NOT_COMPARED, refuseUncompared } from "./same-identifier.server";

test("ID05 a new identifier needs somebody who compared the person, be it one or several", () => {
  const refused = expect.objectContaining({ problem: "invalid", fieldErrors: { compared: NOT_COMPARED } });
  for (const identifiers of [{ wikidata: "Q1" }, { orcid: "0000-0002-1825-0097", openalex: "A1" }]) {
    expect(() => refuseUncompared(identifiers)).toThrow(refused);
    expect(() => refuseUncompared(identifiers, true)).not.toThrow();
  }
  expect(() => refuseUncompared({})).not.toThrow();
});
