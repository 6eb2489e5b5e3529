/** Shows references. Readers' pages load this file and nothing else of the evidence. */

/** Returns "3 A paper of 1993" at the first reference to a source, otherwise "". */
export function marginNote(
  notes: { source: { title: string } | null }[],
  { number, id }: { number: number; id: string },
): string {
  const source = notes[number - 1]?.source;
  return source && id === referenceId(number, 1) ? `${number} ${source.title}` : "";
}

/** Returns the id of a reference: the first, the second … to one source. */
export function referenceId(number: number, place: number): string {
  return place === 1 ? `cite-${number}` : `cite-${number}-${place}`;
}

/**
 * Private-use characters stand for the references in HTML that the server made, until the HTML is shown. A page is sent twice, as
 * text and for its scripts, and so the second copy stays short. Source 1 is the character after `NUMBERS`. The character
 * after it gives the place among the references to one source, if it is not the first.
 */
export const NUMBERS = 0xdfff;
export const PLACES = 0xefff;

/** Replaces the characters in HTML by references, and adds the title of each source beside its first reference. */
export function withReferences(html: string, notes: { source: { title: string } | null }[] = []): string {
  return html.replace(
    /([\ue000-\uefff])([\uf000-\uf7ff]?)(?=([\ue000-\uefff]?))/g,
    (_, numberCode: string, placeCode: string, nextCode: string) => {
      const number = numberCode.charCodeAt(0) - NUMBERS;
      const id = referenceId(number, placeCode ? placeCode.charCodeAt(0) - PLACES : 1);
      const note = marginNote(notes, { number, id }).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
      return (
        `<sup><a href="#source-${number}" id="${id}" aria-label="Source ${number}">${number}</a></sup>` +
        (note && `<span class="margin-note" aria-hidden="true" dir="auto">${note}</span>`) +
        // Separates 3 and 4, which would be read as 34.
        (nextCode && "<sup>, </sup>")
      );
    },
  );
}
