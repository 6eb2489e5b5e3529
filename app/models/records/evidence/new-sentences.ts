/** New sentences of an edit as they stand in its form: `support.0.sentence`, `support.0.url` … */
import type { Evidence } from "./evidence";

export interface NewSentence {
  /** "" where `sentence` says what else stands against the text. */
  field: string;
  label: string;
  sentence: string;
  /** Evidence of the sentence that it may have been before the edit. */
  former: Evidence | null;
}

type Values = Record<string, string | string[]>;

/** Sent along as they are. */
export const HIDDEN = ["field", "label", "sentence", "former", "formerText"] as const;
const TYPED = ["hold", "url", "quote"] as const;
type Part = (typeof HIDDEN)[number] | (typeof TYPED)[number];

export type SupportRow = Record<Part, string>;

export function supportName(index: number, part: string): string {
  return `support.${index}.${part}`;
}

/** The fields for these sentences, with what was typed for them before. */
export function supportFields(sentences: NewSentence[], values: Values): Values {
  const before = supportRows(values);
  const others = Object.entries(values).filter(([name]) => !name.startsWith("support."));
  const fields = sentences.flatMap(({ former, ...one }, index) => {
    const known = before.find(({ field, sentence }) => field === one.field && sentence === one.sentence);
    const formerText = former
      ? `${former.source?.title ?? `Kept by ${former.keptBy}`}: ${former.quote || former.reason}`
      : "";
    const row: Record<string, string> = {
      hold: "",
      url: "",
      quote: "",
      ...known,
      ...one,
      former: former?.id ?? "",
      formerText,
    };
    return Object.entries(row).map(([part, value]) => [supportName(index, part), value]);
  });
  return Object.fromEntries([...others, ...fields]);
}

/** What a form says of new sentences. */
export function supportRows(values: Values): SupportRow[] {
  const rows: SupportRow[] = [];
  for (let index = 0; typeof values[supportName(index, "sentence")] === "string"; index++) {
    const parts = [...HIDDEN, ...TYPED].map((part) => [part, values[supportName(index, part)] ?? ""]);
    rows.push(Object.fromEntries(parts));
  }
  return rows;
}
