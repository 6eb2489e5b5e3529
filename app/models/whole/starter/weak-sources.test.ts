import { expect, test } from "vitest";
import { weaknessOf } from "./weak-sources";

test.each([
  ["https://www.knowpia.com/knowpedia/Hallmarks_of_aging", "a copy of an encyclopedia"],
  ["https://en.wikibrief.org/wiki/Ageing", "a private wiki"],
  ["https://findatwiki.com/Epigenetic_clock", "a private wiki"],
  ["https://pinocchiopedia.com/wiki/Draft:Hallmarks_of_aging", "a private wiki"],
  ["https://kiwix.example.org/content/wikipedia_en_all_maxi_2024-01/A/Ageing", "a copy of an encyclopedia"],
  ["https://mirror.example.org/wiki/Epigenetic_clock", "a copy of an encyclopedia"],
  ["https://lab.fandom.com/ageing", "a private wiki"],
  ["https://somebody.github.io/aging_wiki/studies/trial", "a private page or blog"],
  ["https://somebody.blogspot.co.uk/2023/02", "a private page or blog"],
  ["https://notes.substack.com/p/ageing", "a private page or blog"],
  ["https://www.scribd.com/document/651414133/Hallmarks", "a copy of somebody else’s document"],
  ["https://www.prabook.com/web/somebody/1", "a content farm"],
  ["https://old.reddit.com/r/longevity", "a social network"],
] as const)("EV11 %s is no valid source, because it is %s", (address, weakness) => {
  expect(weaknessOf(address)).toBe(weakness);
});

test.each([
  "https://en.wikipedia.org/wiki/Ageing",
  "https://www.wikidata.org/wiki/Q332154",
  "https://www.scholarpedia.org/article/Ageing",
  "https://www.encyclopedia.com/people/somebody",
  "https://www.enciclopedia.cat/gran-enciclopedia-catalana/somebody",
  "https://embryo.asu.edu/pages/leonard-hayflick-1928",
  "https://doi.org/10.1016/j.cell.2013.05.039",
  "https://pmc.ncbi.nlm.nih.gov/articles/PMC7727025",
  "https://www.thefacebookofnature.org/",
  "https://notx.com/",
])("EV11 %s may be a source", (address) => {
  expect(weaknessOf(address)).toBeNull();
});
