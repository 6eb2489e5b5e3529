import { describe, expect, test } from "vitest";
import { CATEGORY_TEXTS } from "~/subject/category-texts.server";
import { categories, categoryByKey, categoryBySlug, categoryLabel, toCategoryKey } from "./categories";

/** The keys, slugs and labels that the requirement PB17 fixes. Programs and links of other sites use them. */
const SPECIFIED = [
  ["academic", "academic-researchers", "Academic Researchers"],
  ["ai_data_scientist", "ai-data-scientists", "AI & Data Scientists"],
  ["author", "authors", "Authors"],
  ["clinician", "clinical-practitioners", "Clinical Practitioners"],
  ["investor", "investors-entrepreneurs", "Investors & Entrepreneurs"],
  ["philanthropist_advocate", "philanthropists-advocates", "Philanthropists & Advocates"],
  ["podcaster_media", "podcasters-media", "Podcasters & Media"],
  ["regulator_policy", "regulators-policy-leaders", "Regulators & Policy Leaders"],
  ["scientist_innovator", "scientists-innovators", "Scientists and Innovators"],
] as const;

const UNKNOWN_VALUES = [
  "",
  "all",
  "Academic",
  "academic ",
  "scientist",
  "Authors",
  "__proto__",
  "constructor",
  "toString",
];

describe("PB17 the nine categories", () => {
  test("PB17 have the specified keys, slugs and labels, in the order of the slugs", () => {
    expect(categories.map(({ key, slug, label }) => [key, slug, label])).toEqual(SPECIFIED);
  });

  test.each(SPECIFIED)("PB17 %s, %s and '%s' belong together", (key, slug, label) => {
    expect(categoryByKey(key)).toMatchObject({ key, slug, label });
    expect(categoryBySlug(slug)).toMatchObject({ key, slug, label });
    expect(categoryLabel(key)).toBe(label);
  });

  test("PB17 are not found by a slug as a key, or by a key as a slug", () => {
    expect(categoryByKey("authors")).toBeUndefined();
    expect(categoryBySlug("author")).toBeUndefined();
  });

  test.each([...UNKNOWN_VALUES, "<b>x</b>"])("PB17 the unknown key %j is shown as is", (key) => {
    expect(categoryLabel(key)).toBe(key);
    expect(categoryByKey(key)).toBeUndefined();
    expect(categoryBySlug(key)).toBeUndefined();
  });

  test("PB17 every category has a sentence and keywords of its own", () => {
    const texts = categories.map(({ key }) => CATEGORY_TEXTS[key]);
    for (const { description, keywords } of texts) {
      expect(description).toMatch(/^[A-Z].{40,150}\.$/);
      expect(keywords).toMatch(/^\w[^,]*(, \w[^,]*)+$/);
    }
    expect(new Set(texts.map(({ description }) => description)).size).toBe(9);
  });
});

describe("D23 values of ?category=", () => {
  test.each(SPECIFIED)("D23 %s and %s both mean the key", (key, slug) => {
    expect(toCategoryKey(key)).toBe(key);
    expect(toCategoryKey(slug)).toBe(key);
  });

  test.each(UNKNOWN_VALUES)("D23 %j names no category", (value) => {
    expect(toCategoryKey(value)).toBeUndefined();
  });
});
