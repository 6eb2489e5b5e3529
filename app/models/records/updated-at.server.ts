/** A time for a change after `before`: now, unless the clock has not moved on. Both ISO 8601. */
export function after(before: string): string {
  return new Date(Math.max(Date.now(), Date.parse(before) + 1)).toISOString();
}
