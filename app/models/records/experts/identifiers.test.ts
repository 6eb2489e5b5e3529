import { describe, expect, test } from "vitest";
import { bareId } from "./identifier-spelling.server";
import { type Identifier, REGISTRIES } from "./identifiers";
import { ExpertInput } from "./input.server";
import { linksWithKinds, tidyLinkKinds } from "./link-kinds";

describe("ID01 identifiers", () => {
  test.each<[Identifier, string, string]>([
    ["orcid", "https://orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097"],
    ["orcid", "orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097"],
    ["orcid", " 0000-0002-1694-233x ", "0000-0002-1694-233X"],
    ["wikidata", "http://www.wikidata.org/entity/Q42", "Q42"],
    ["wikidata", "https://m.wikidata.org/wiki/q42?uselang=de#P496", "Q42"],
    ["openalex", "https://api.openalex.org/authors/A5023888391", "A5023888391"],
    ["openalex", "https://openalex.org/a5023888391", "A5023888391"],
    ["ror", "https://ror.org/03VEK6S52", "03vek6s52"],
    ["ror", "052gg0110", "052gg0110"],
  ])("reads the %s in %s as %s", (kind, text, id) => {
    expect(bareId(kind, text)).toBe(id);
    expect(ExpertInput.parse({ name: "Ada", [kind]: text })[kind]).toBe(id);
  });

  test.each<[Identifier, string]>([
    ["orcid", "0000-0002-1825-0098"],
    ["orcid", "0000-0002-1694-2339"],
    ["orcid", "0000000218250097"],
    ["orcid", "https://evil.example/0000-0002-1825-0097"],
    ["wikidata", "P42"],
    ["wikidata", "Q0"],
    ["openalex", "W5023888391"],
    ["ror", "03vek6s53"],
    ["ror", "03vel6s52"],
    ["ror", "13vek6s52"],
  ])("refuses the %s %s, and names the field", (kind, text) => {
    const { error } = ExpertInput.safeParse({ name: "Ada", [kind]: text });
    expect(error?.issues).toMatchObject([{ path: [kind], message: expect.stringContaining(REGISTRIES[kind].label) }]);
  });
});

describe("ID02 kinds of links", () => {
  const links = ["Site|https://a.example/", "https://b.example/", "no address"];

  test("a link without an entry is about the person", () => {
    expect(linksWithKinds(links, ["own|https://a.example/", "own|https://gone.example/"])).toEqual([
      { title: "Site", url: "https://a.example/", kind: "own" },
      { title: "b.example", url: "https://b.example/", kind: "about" },
    ]);
  });

  test("keeps one entry for each present link, and drops those of other links", () => {
    const kinds = ["profile|https://b.example/", "own|https://gone.example/", "about|https://a.example/"];
    expect(tidyLinkKinds(links, kinds)).toEqual(["profile|https://b.example/"]);
    expect(tidyLinkKinds(links, ["own|https://a.example/", "profile|https://a.example/"])).toEqual([
      "own|https://a.example/",
    ]);
  });

  test("an unknown kind is refused", () => {
    expect(ExpertInput.safeParse({ name: "Ada", linkKinds: ["mine|https://a.example/"] }).success).toBe(false);
  });
});
