import { readDb } from "~/db.server";
import { CATEGORY_TEXTS } from "~/subject/category-texts.server";
import { type CategoryKey, categories } from "./categories";

/** Returns the sentence about each category: an admin's, otherwise the subject's. */
export async function categoryDescriptions(): Promise<Record<CategoryKey, string>> {
  const rows = await readDb
    .selectFrom("settings")
    .select(["key", "value"])
    .where(
      "key",
      "in",
      categories.map(({ key }) => categorySetting(key)),
    )
    .execute();
  const editedTexts = new Map(rows.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    categories.map(({ key }) => [key, editedTexts.get(categorySetting(key)) || CATEGORY_TEXTS[key].description]),
  ) as Record<CategoryKey, string>;
}

export function categorySetting(key: string): string {
  return `category.${key}`;
}
