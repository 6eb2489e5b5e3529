/** Describes the full list to search engines. */
export function directoryDescription(people: number): string {
  return `The full directory of leading experts in longevity science and medicine: ${people} people, by field.`;
}
