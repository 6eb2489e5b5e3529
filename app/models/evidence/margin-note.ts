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
