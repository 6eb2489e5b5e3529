/** Rows of a table as records of experts: lists taken apart, categories by any of their names, broken links left out. */
import { fold } from "~/db.server";
import { categories } from "~/models/experts/categories";
import { ADDRESS_FIELDS, type ExpertField } from "~/models/experts/fields";
import { httpUrl, parseReferenceLink, usableImage } from "~/models/experts/texts";
import type { ExpertInput } from "~/models/experts/write.server";
import { IMAGE_FIELDS } from "~/models/images/rules";

export interface TableRecord {
  record: Partial<ExpertInput>;
  /** What could not be used, and was left out. */
  notes: string[];
  /** What keeps the row from being imported. */
  error: string | null;
}

const LISTS: ExpertField[] = ["categories", "referenceLinks", "books", "scienceHighlights", "youtubeEmbeds", "sources"];

/** An empty cell says nothing: it empties no field. */
export function recordIn(cells: string[], fields: (ExpertField | "")[]): TableRecord {
  const record: Record<string, string | string[]> = {};
  const notes: string[] = [];
  for (const [place, field] of fields.entries()) {
    const text = (cells[place] ?? "").replace(/\r\n?/g, "\n").trim();
    if (!field || !text) continue;
    record[field] = LISTS.includes(field) ? entriesOf(text, field) : text;
  }
  const unknown: string[] = [];
  if (record.categories) {
    record.categories = (record.categories as string[]).map((name) => {
      const key = categoryNamed(name);
      if (!key) unknown.push(name);
      return key ?? name;
    });
  }
  if (record.referenceLinks) {
    record.referenceLinks = (record.referenceLinks as string[]).filter((link) => {
      const isGood = parseReferenceLink(link) !== null;
      if (!isGood) notes.push(`“${link.slice(0, 100)}” is no web address and was left out.`);
      return isGood;
    });
  }
  for (const [names, isGood] of [
    [IMAGE_FIELDS, usableImage],
    [ADDRESS_FIELDS, httpUrl],
  ] as const) {
    for (const name of names) {
      const value = record[name];
      if (typeof value !== "string" || isGood(value)) continue;
      notes.push(`“${value.slice(0, 100)}” is no web address and was left out.`);
      delete record[name];
    }
  }
  const error = unknown.length ? `There is no category “${unknown[0]?.slice(0, 100)}”.` : null;
  return { record: record as Partial<ExpertInput>, notes, error };
}

/** One entry a line, or separated by semicolons; categories also by commas and bars. */
function entriesOf(text: string, field: ExpertField): string[] {
  const separator = field === "categories" ? /[\n;,|]/ : field === "youtubeEmbeds" ? /\n/ : /\n|;(?=\s|https?:)/;
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean);
}

function categoryNamed(name: string): string | undefined {
  const wanted = fold(name);
  return categories.find(({ key, slug, label }) => [key, slug, label].some((known) => fold(known) === wanted))?.key;
}
