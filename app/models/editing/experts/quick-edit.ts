/** Defines the short form with the fields that editors correct most often, and reads it. */
import type { ExpertRecord } from "~/models/records/experts/fields";

export const QUICK_FIELDS = ["name", "title", "categories", "topics", "longevityContribution", "biography"] as const;

/** The values of the form: topics by their names, separated by commas. */
export interface QuickForm {
  name: string;
  title: string;
  categories: string[];
  topics: string;
  longevityContribution: string;
  /** Is null if the form did not send a biography; the stored biography stays then. */
  biography: string | null;
  /** The record's `updatedAt` when the form was loaded. */
  updatedAt: string;
}

type QuickRecord = Pick<ExpertRecord, (typeof QUICK_FIELDS)[number]>;

/** @param nameOf Returns the name of a topic by its slug. */
export function quickFormOf(record: QuickRecord, updatedAt: string, nameOf: (slug: string) => string): QuickForm {
  const { name, title, categories, topics, longevityContribution, biography } = record;
  const names = topics.map(nameOf).join(", ");
  return { name, title, categories, topics: names, longevityContribution, biography, updatedAt };
}

/** Reads the form's values as they were typed, without checking them. */
export function quickFormIn(values: { [name: string]: string | string[] }): QuickForm {
  const readText = (name: string) => (typeof values[name] === "string" ? values[name].replace(/\r\n?/g, "\n") : "");
  const categories = [values.categories ?? []].flat();
  const { name, title, topics } = { name: readText("name"), title: readText("title"), topics: readText("topics") };
  return {
    name,
    title,
    categories,
    topics,
    longevityContribution: readText("longevityContribution"),
    biography: values.biography === undefined ? null : readText("biography"),
    updatedAt: readText("updatedAt"),
  };
}

/** Returns the form's fields as input for `editExpert`. */
export function quickRecordIn({ topics, biography, updatedAt: _, ...otherFields }: QuickForm): Partial<QuickRecord> {
  return {
    ...otherFields,
    ...(biography !== null && { biography }),
    topics: topics
      .split(",")
      .map((text) => text.trim())
      .filter(Boolean),
  };
}
