import { expect, test } from "vitest";
import { websiteOf } from "./websites.server";

test.each([
  ["a host of one's own", "https://www.Foundmyfitness.com/about?x=1", "foundmyfitness.com"],
  ["with a label", "Her site|http://foundmyfitness.com", "foundmyfitness.com"],
  [
    "a page of Wikipedia",
    "English Wikipedia|https://en.wikipedia.org/wiki/Cynthia_Kenyon",
    "en.wikipedia.org/wiki/cynthia_kenyon",
  ],
  [
    "the same page on a telephone",
    "https://en.m.wikipedia.org/wiki/Cynthia_Kenyon/",
    "en.wikipedia.org/wiki/cynthia_kenyon",
  ],
  ["a profile among many", "https://www.linkedin.com/in/someone/", "linkedin.com/in/someone"],
  ["named by its query", "https://scholar.google.com/citations?user=AbC", "scholar.google.com/citations?user=abc"],
  ["a page of a university", "https://www.gero.usc.edu/people/someone", "gero.usc.edu/people/someone"],
  ["a first page at a university", "https://sinclair.hms.harvard.edu/", null],
  ["a host below a shared one", "https://someone.substack.com/p/post", "someone.substack.com"],
  ["the front page of a shared host", "https://www.youtube.com/", null],
  ["no address", "not a link", null],
  ["another scheme", "javascript:alert(1)", null],
])("D38 finds the website of %s", (_, link, website) => {
  expect(websiteOf(link)).toBe(website);
});
