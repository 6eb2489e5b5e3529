/** The form of the starter directory: what `npm run admin -- check-starter` says. */
import { expect, test } from "vitest";
import experts from "../../../../db/starter/experts.json";
import topics from "../../../../db/starter/topics.json";
import { checkStarter } from "./check-starter.server";
import type { StarterPerson } from "./starter-people";

test("EV11 every sentence about the people of the starter directory has a reference, and all else is sound", () => {
  const { people, sentences, problems } = checkStarter();
  expect(problems).toEqual([]);
  expect(people).toBe(experts.length);
  expect(sentences).toBeGreaterThan(people * 8);
});

const [first] = experts as unknown as StarterPerson[];
const source = first?.bibliography[0];
const work = first?.works[0];

test.each<[string, object, RegExp]>([
  [
    "a sentence without a reference",
    { biography: `${first?.biography}\n\nNobody says so.` },
    /without a reference: Nobody/,
  ],
  ["a reference for no sentence", { longevityContribution: "" }, /a sentence that longevityContribution does not have/],
  ["a copy of an encyclopedia", { bibliography: [{ ...source, url: "https://www.profilpelajar.com/x" }] }, /no source/],
  ["a private blog", { referenceLinks: ["Blog|https://somebody.wordpress.com/x"] }, /at a site that is not a source/],
  ["an address without encryption", { referenceLinks: ["Page|http://example.org/"] }, /is not an https address/],
  [
    "a note inside an address",
    { referenceLinks: ["Page|https://example.org/ (seen in 2020)"] },
    /is not a title with a whole address/,
  ],
  ["a DOI that is none", { works: [{ ...work, doi: "11.1/x" }] }, /not a bare DOI/],
  ["an ISBN that is none", { bibliography: [{ ...source, isbn: "9780000000001" }] }, /not an ISBN/],
  ["an ORCID with a wrong check digit", { orcid: "0000-0003-3446-2637" }, /^\S+: orcid/m],
  ["an unknown topic", { topics: ["alchemy"] }, /topic alchemy is not there/],
  ["somebody dead and living", { status: "living", died: "2020" }, /somebody living/],
  ["somebody historical without dates", { status: "historical", born: "", died: "" }, /needs the years/],
])("EV11 the check finds %s", (_, change, problem) => {
  const person = { ...first, ...change } as StarterPerson;
  expect(checkStarter({ experts: [person], topics }).problems.join("\n")).toMatch(problem);
});
