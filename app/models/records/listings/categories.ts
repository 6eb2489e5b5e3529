/** Finds a category by its key, slug or label. */
import { CATEGORIES } from "~/subject/categories";

/** Categories in the order of the slugs. */
export const categories = CATEGORIES;

export type Category = (typeof categories)[number];
export type CategoryKey = Category["key"];

export function categoryByKey(key: string): Category | undefined {
  return categories.find((category) => category.key === key);
}

export function categoryBySlug(slug: string): Category | undefined {
  return categories.find((category) => category.slug === slug);
}

export function categoryLabel(key: string): string {
  return categoryByKey(key)?.label ?? key;
}

/** Returns the key for a key or a slug; undefined for neither. */
export function toCategoryKey(value: string): CategoryKey | undefined {
  return (categoryByKey(value) ?? categoryBySlug(value))?.key;
}

/** Reads keys or slugs separated by commas; returns each key once in the fixed order. */
export function toCategoryKeys(value: string): CategoryKey[] {
  const keys = new Set(value.split(",").map((text) => toCategoryKey(text.trim())));
  return categories.map(({ key }) => key).filter((key) => keys.has(key));
}

/** Returns the labels for a value of `?category=`; unknown values stay unchanged. */
export function categoryLabels(value: string): string {
  return toCategoryKeys(value).map(categoryLabel).join(", ") || value;
}
