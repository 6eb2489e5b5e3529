/** What shows references: for readers' pages, which load nothing else of the evidence. */

/** "3 A paper of 1993" where a source is referred to for the first time, else "". */
export function marginNote(
  notes: { source: { title: string } | null }[],
  { number, id }: { number: number; id: string },
): string {
  const source = notes[number - 1]?.source;
  return source && id === referenceId(number, 1) ? `${number} ${source.title}` : "";
}

/** The id of a reference: of the first, the second … to one source. */
export function referenceId(number: number, place: number): string {
  return place === 1 ? `cite-${number}` : `cite-${number}-${place}`;
}

/**
 * In HTML whose text the server made, a character for private use stands for each reference until it is shown: a page is
 * sent twice, as text and for its scripts, and the second time it says only where a reference stands. Source 1 is the
 * character after `NUMBERS`; where it is not the first reference to it, which one, comes after it.
 */
export const NUMBERS = 0xdfff;
export const PLACES = 0xefff;

/** HTML with its references, each source also beside the first reference to it. */
export function withReferences(html: string, notes: { source: { title: string } | null }[] = []): string {
  return html.replace(
    /([\ue000-\uefff])([\uf000-\uf7ff]?)(?=([\ue000-\uefff]?))/g,
    (_, first: string, second: string, next: string) => {
      const number = first.charCodeAt(0) - NUMBERS;
      const id = referenceId(number, second ? second.charCodeAt(0) - PLACES : 1);
      const note = marginNote(notes, { number, id }).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
      return (
        `<sup><a href="#source-${number}" id="${id}" aria-label="Source ${number}">${number}</a></sup>` +
        (note && `<span class="margin-note" aria-hidden="true" dir="auto">${note}</span>`) +
        // Beside each other 3 and 4 would be read as 34.
        (next && "<sup>, </sup>")
      );
    },
  );
}
