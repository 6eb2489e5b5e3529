/** What an editor mends most often in a profile, and how a short form of it is read. */
import type { ExpertRecord } from "~/models/records/experts/fields";

export const QUICK_FIELDS = ["name", "title", "categories", "topics", "longevityContribution"] as const;

/** As the form shows it: topics by their names, separated by commas. */
export interface QuickForm {
  name: string;
  title: string;
  categories: string[];
  topics: string;
  longevityContribution: string;
  /** The record's, when the form was made. */
  updatedAt: string;
}

type Record = Pick<ExpertRecord, (typeof QUICK_FIELDS)[number]>;

/** @param nameOf the name of a topic by its slug. */
export function quickFormOf(record: Record, updatedAt: string, nameOf: (slug: string) => string): QuickForm {
  const { name, title, categories, topics, longevityContribution } = record;
  return { name, title, categories, topics: topics.map(nameOf).join(", "), longevityContribution, updatedAt };
}

/** Unchecked, as it was typed. */
export function quickFormIn(values: { [name: string]: string | string[] }): QuickForm {
  const text = (name: string) => (typeof values[name] === "string" ? values[name].replace(/\r\n?/g, "\n") : "");
  const categories = [values.categories ?? []].flat();
  const { name, title, topics } = { name: text("name"), title: text("title"), topics: text("topics") };
  return {
    name,
    title,
    categories,
    topics,
    longevityContribution: text("longevityContribution"),
    updatedAt: text("updatedAt"),
  };
}

/** The changed fields, for `editExpert`. */
export function quickRecordIn({ topics, updatedAt: _, ...same }: QuickForm): Record {
  return {
    ...same,
    topics: topics
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean),
  };
}
