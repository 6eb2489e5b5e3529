/**
 * Returns a parameter that prefills a field of a form: one line of at most `maxCharacters` characters, without invisible ones
 * except the joiners that Persian and Indian scripts need.
 */
export function lineIn(params: URLSearchParams, name: string, maxCharacters: number): string {
  return (params.get(name) ?? "")
    .replace(INVISIBLE_CHARACTERS, "")
    .trim()
    .slice(0, maxCharacters)
    .replace(/\p{Cs}/gu, "");
}

const INVISIBLE_CHARACTERS = /(?![\u200c\u200d])\p{C}/gu;
