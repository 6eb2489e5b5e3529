/** A line that a link fills a form with; without characters that cannot be seen, and at most so long. */
export function lineIn(params: URLSearchParams, name: string, most: number): string {
  return (params.get(name) ?? "").replace(/\p{C}/gu, "").trim().slice(0, most);
}
