/** Returns a parameter that prefills a field of a form: one line of at most `maxCharacters` characters, without invisible ones. */
export function lineIn(params: URLSearchParams, name: string, maxCharacters: number): string {
  return (params.get(name) ?? "").replace(/\p{C}/gu, "").trim().slice(0, maxCharacters);
}
