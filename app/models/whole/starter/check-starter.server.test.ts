/** Tests the rules of the starter directory, which `npm run admin -- check-starter` also checks. */
import { expect, test } from "vitest";
import articles from "../../../../db/starter/articles.json";
import experts from "../../../../db/starter/experts.json";
import topics from "../../../../db/starter/topics.json";
import { checkStarter } from "./check-starter.server";
import type { StarterPerson } from "./starter-people";
import type { StarterArticle, StarterTopic } from "./starter-texts";

test("EV11 every sentence of the starter directory has a reference, and no rule is broken", () => {
  const { people, sentences, problems, ...counts } = checkStarter();
  expect(problems).toEqual([]);
  expect({ people, ...counts }).toEqual({ people: experts.length, articles: articles.length, topics: topics.length });
  expect(sentences).toBeGreaterThan(people * 8 + topics.length);
});

const [firstPerson] = experts as unknown as StarterPerson[];
const firstSource = firstPerson?.bibliography[0];
const firstWork = firstPerson?.works[0];
const firstPosition = experts[0]?.positions[0];

test.each<[string, object, RegExp]>([
  [
    "a sentence without a reference",
    { biography: `${firstPerson?.biography}\n\nNobody says so.` },
    /without a reference: Nobody/,
  ],
  ["a reference for no sentence", { longevityContribution: "" }, /a sentence that longevityContribution does not have/],
  [
    "a copy of an encyclopedia",
    { bibliography: [{ ...firstSource, url: "https://www.profilpelajar.com/x" }] },
    /no source: it is a copy of an encyclopedia/,
  ],
  [
    "a private blog",
    { referenceLinks: ["Blog|https://somebody.wordpress.com/x"] },
    /no source: it is a private page or blog/,
  ],
  ["an address without encryption", { referenceLinks: ["Page|http://example.org/"] }, /is not an https address/],
  [
    "a note inside an address",
    { referenceLinks: ["Page|https://example.org/ (seen in 2020)"] },
    /is not a title with a whole address/,
  ],
  ["a malformed DOI", { works: [{ ...firstWork, doi: "11.1/x" }] }, /not a bare DOI/],
  ["a wrong ISBN", { bibliography: [{ ...firstSource, isbn: "9780000000001" }] }, /not an ISBN/],
  ["an ORCID with a wrong check digit", { orcid: "0000-0003-3446-2637" }, /^\S+: orcid/m],
  ["a position without a source", { positions: [{ ...firstPosition, source: null }] }, /position .*: it has no source/],
  [
    "a position by a private blog",
    { positions: [{ ...firstPosition, source: { title: "Blog", url: "https://somebody.wordpress.com/x" } }] },
    /position .*: .*no source: it is a private page or blog/,
  ],
  [
    "a current position without a date",
    { positions: [{ ...firstPosition, from: "", to: null, checkedAt: "" }] },
    /position .*: it lasts, and nothing says as of when/,
  ],
  [
    "a position that is newer than its page",
    {
      positions: [
        { ...firstPosition, source: { title: "News (2019)", url: "https://example.org/" }, checkedAt: "2026-11" },
      ],
    },
    /position .*: it was looked at in 2026-11, and its page is of 2019/,
  ],
  [
    "a position that is newer than the day in the address of its page",
    {
      positions: [
        { ...firstPosition, source: { title: "News", url: "https://example.org/20190409/x" }, checkedAt: "2026" },
      ],
    },
    /its page is of 2019/,
  ],
  ["an unknown topic", { topics: ["alchemy"] }, /topic alchemy is not there/],
  ["a living person with a year of death", { status: "living", died: "2020" }, /somebody living/],
  ["a historical person without dates", { status: "historical", born: "", died: "" }, /needs the years/],
])("EV11 the check finds %s", (_, change, problem) => {
  const person = { ...firstPerson, ...change } as StarterPerson;
  expect(
    checkStarter({ experts: [person], articles: [], topics: topics as unknown as StarterTopic[] }).problems.join("\n"),
  ).toMatch(problem);
});

const [article] = articles as unknown as StarterArticle[];
const [topic] = topics as unknown as StarterTopic[];

test.each<[string, object, object, RegExp]>([
  [
    "a sentence of an article without a reference",
    { body: `${article?.body}\n\nNobody says so.` },
    {},
    /^article .*body has a sentence without a reference: Nobody/m,
  ],
  ["an article about nobody", { expertSlug: "nobody" }, {}, /^article .*no profile nobody/m],
  ["an article without topics", { topics: [] }, {}, /^article .*0 topics/m],
  [
    "a topic without a description",
    {},
    { description: "", references: [], bibliography: [] },
    /^topic .*not described/m,
  ],
  [
    "a sentence of a topic without a reference",
    {},
    { description: `${topic?.description} Nobody says so.` },
    /^topic .*without a reference: Nobody/m,
  ],
  [
    "a copy of an encyclopedia as a topic’s source",
    {},
    { bibliography: [{ kind: "encyclopedia", title: "A copy", url: "https://findatwiki.com/x" }] },
    /^topic .*no source/m,
  ],
])("EV11 the check finds %s", (_, articleChange, topicChange, problem) => {
  const otherTopics = (topics as unknown as StarterTopic[]).slice(1);
  const { problems } = checkStarter({
    experts: experts as unknown as StarterPerson[],
    articles: [{ ...article, ...articleChange } as StarterArticle],
    topics: [{ ...topic, ...topicChange } as StarterTopic, ...otherTopics],
  });
  expect(problems.join("\n")).toMatch(problem);
});
