/**
 * Returns a list's address with the values that differ from its defaults; leaves out empty texts and the first page.
 * `true` writes a name without a value.
 */
export function addressWith(path: string, query: Record<string, string | number | boolean | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = value === true ? "" : String(value || "").trim();
    if (value === true || (text && (name !== "page" || text !== "1"))) params.set(name, text);
  }
  return params.size > 0 ? `${path}?${params}` : path;
}
