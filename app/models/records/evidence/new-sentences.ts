/** Reads and writes the new sentences of an edit in its form: `support.0.sentence`, `support.0.url` … */
import type { Evidence } from "./evidence";

export interface NewSentence {
  /** "" if `sentence` is a message about another problem of the text. */
  field: string;
  label: string;
  sentence: string;
  /** The evidence of the sentence's presumed former wording. */
  former: Evidence | null;
}

type Values = Record<string, string | string[]>;

/** Fields that the form sends back unchanged. */
export const HIDDEN_PARTS = ["field", "label", "sentence", "former", "formerText"] as const;
const TYPED_PARTS = ["hold", "url", "quote"] as const;
type Part = (typeof HIDDEN_PARTS)[number] | (typeof TYPED_PARTS)[number];

export type SupportRow = Record<Part, string>;

export function supportName(index: number, part: string): string {
  return `support.${index}.${part}`;
}

/** Returns the form's fields for these sentences, with the values that were typed for them before. */
export function supportFields(sentences: NewSentence[], values: Values): Values {
  const typedRows = supportRows(values);
  const otherFields = Object.entries(values).filter(([name]) => !name.startsWith("support."));
  const fields = sentences.flatMap(({ former, ...entry }, index) => {
    const typedRow = typedRows.find(({ field, sentence }) => field === entry.field && sentence === entry.sentence);
    const formerText = former
      ? `${former.source?.title ?? `Kept by ${former.keptBy}`}: ${former.quote || former.reason}`
      : "";
    const row: Record<string, string> = {
      hold: "",
      url: "",
      quote: "",
      ...typedRow,
      ...entry,
      former: former?.id ?? "",
      formerText,
    };
    return Object.entries(row).map(([part, value]) => [supportName(index, part), value]);
  });
  return Object.fromEntries([...otherFields, ...fields]);
}

/** Reads the new sentences and their sources from a form. */
export function supportRows(values: Values): SupportRow[] {
  const rows: SupportRow[] = [];
  for (let index = 0; typeof values[supportName(index, "sentence")] === "string"; index++) {
    const parts = [...HIDDEN_PARTS, ...TYPED_PARTS].map((part) => [part, values[supportName(index, part)] ?? ""]);
    rows.push(Object.fromEntries(parts));
  }
  return rows;
}
