import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { searchPart } from "./part.server";

beforeAll(() => migrate(db));

test("a tool for assistants lists the 15 most frequent values of a facet, the most frequent first", async () => {
  const languages = ["de", "en", "es", "fr", "it", "nl", "pl", "pt", "sv", "da", "fi", "cs", "hu", "el", "tr", "uk"];
  const commonLanguages = languages.slice(-2);
  await importExperts(
    [languages, commonLanguages, commonLanguages.slice(-1)].map((spoken, index) => ({
      name: `Person ${index}`,
      languages: spoken,
    })),
    { origin: "import" },
  );
  const answer = await searchPart.tools.search_experts.read({ query: "" }, "https://life.example");
  const { language } = answer.facets as { language: Record<string, number> };
  expect(Object.entries(language).slice(0, 3)).toEqual([
    ["uk", 3],
    ["tr", 2],
    [expect.any(String), 1],
  ]);
  expect(Object.keys(language)).toHaveLength(15);
});
