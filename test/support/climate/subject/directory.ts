export function directoryDescription(people: number): string {
  return `All ${people} climate scientists, by field.`;
}
