/** Returns the seconds in `Retry-After`, rounded up, from seconds or a date (RFC 9110 §10.2.3); undefined without one. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get("Retry-After")?.trim();
  if (!text) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
