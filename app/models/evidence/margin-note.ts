/** "3 A paper of 1993" where a source is referred to for the first time, else "". */
export function marginNote(
  notes: { source: { title: string } | null }[],
  { number, id }: { number: number; id: string },
): string {
  const source = notes[number - 1]?.source;
  return source && id === `cite-${number}` ? `${number} ${source.title}` : "";
}
