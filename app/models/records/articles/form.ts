import { type ArticleRecord, FORM_FIELDS } from "./fields";

/** The texts of the form. Commas separate tags, lines separate sources; `onProfile` is "on" or "". */
export type ArticleForm = Record<(typeof FORM_FIELDS)[number], string>;

export function formOf(record: ArticleRecord): ArticleForm {
  return {
    ...(Object.fromEntries(FORM_FIELDS.map((field) => [field, record[field]])) as ArticleForm),
    tags: record.tags.join(", "),
    sources: record.sources.join("\n"),
    onProfile: record.onProfile ? "on" : "",
  };
}

/** Reads any input: missing fields become empty, and CRLF becomes LF. */
export function formIn(values: object): ArticleForm {
  const entries = FORM_FIELDS.map((field) => {
    const value: unknown = (values as Record<string, unknown>)[field];
    return [field, typeof value === "string" ? value.replace(/\r\n?/g, "\n") : ""];
  });
  return Object.fromEntries(entries);
}

/** Returns the record of a form, unchecked. */
export function recordIn({ tags, sources, onProfile, ...texts }: ArticleForm) {
  return { ...texts, tags: entriesIn(tags, /[,\n]/), sources: entriesIn(sources, "\n"), onProfile: onProfile !== "" };
}

export function entriesIn(text: string, separator: string | RegExp): string[] {
  const entries = text.split(separator).map((entry) => entry.trim());
  return entries.filter(Boolean);
}

export function isSameForm(articleForm: ArticleForm, otherForm: ArticleForm): boolean {
  return JSON.stringify(recordIn(articleForm)) === JSON.stringify(recordIn(otherForm));
}

/** Returns a time as a datetime-local input needs it, in UTC: "2026-11-20T09:00"; "" for none. */
export function toDateTimeInput(time: string): string {
  return time.slice(0, 16);
}

/** Returns the time of a datetime-local input, in UTC. An invalid text stays unchanged, and validation refuses it. */
export function fromDateTimeInput(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? `${text.slice(0, 16)}:00.000Z` : text;
}
