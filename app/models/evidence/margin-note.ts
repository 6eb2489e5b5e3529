import type { Footnote, Mark } from "./footnotes";

/** "3 A paper of 1993" where a source is referred to for the first time, else "". */
export function marginNote(notes: Footnote[], { number, id }: Mark): string {
  const source = notes[number - 1]?.source;
  return source && id === `cite-${number}` ? `${number} ${source.title}` : "";
}
