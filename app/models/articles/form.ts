/** What stands in the form of an article: texts only, as they were typed. Shared by server and browser. */
import type { ArticleRecord } from "./fields";

const FORM_FIELDS = [
  "title",
  "slug",
  "type",
  "expert",
  "excerpt",
  "body",
  "imageUrl",
  "imageAlt",
  "tags",
  "sources",
  "onProfile",
] as const;

/** Tags stand on one line between commas, sources on a line each; `onProfile` is "on" or "". */
export type ArticleForm = Record<(typeof FORM_FIELDS)[number], string>;

/** The form for a record. */
export function formOf(record: ArticleRecord): ArticleForm {
  return {
    ...(Object.fromEntries(FORM_FIELDS.map((field) => [field, record[field]])) as ArticleForm),
    tags: record.tags.join(", "),
    sources: record.sources.join("\n"),
    onProfile: record.onProfile ? "on" : "",
  };
}

/** The form in what was sent, whatever it is: what is missing is empty. Browsers send line ends as CRLF. */
export function formIn(values: object): ArticleForm {
  const entries = FORM_FIELDS.map((field) => {
    const value: unknown = (values as Record<string, unknown>)[field];
    return [field, typeof value === "string" ? value.replace(/\r\n?/g, "\n") : ""];
  });
  return Object.fromEntries(entries);
}

/** What the form says of the record. Nothing of it is checked. */
export function recordIn({ tags, sources, onProfile, ...texts }: ArticleForm) {
  return { ...texts, tags: entriesIn(tags, /[,\n]/), sources: entriesIn(sources, "\n"), onProfile: onProfile !== "" };
}

function entriesIn(text: string, between: string | RegExp): string[] {
  const entries = text.split(between).map((entry) => entry.trim());
  return entries.filter(Boolean);
}

/** Whether two forms say the same. */
export function isSameForm(one: ArticleForm, other: ArticleForm): boolean {
  return JSON.stringify(recordIn(one)) === JSON.stringify(recordIn(other));
}

/** A moment as an input of the type datetime-local holds it, in UTC: "2026-11-20T09:00"; "" for none. */
export function toDateTimeInput(time: string): string {
  return time.slice(0, 16);
}

/** The moment that such an input means, in UTC; what is none comes back as it is, to be refused. */
export function fromDateTimeInput(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? `${text.slice(0, 16)}:00.000Z` : text;
}
