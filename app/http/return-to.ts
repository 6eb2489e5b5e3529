/** Returns a path on this site, or `fallback` for other values: `//host` and `/\\host` would leave the site. */
export function safeReturnTo(value: unknown, fallback = "/"): string {
  if (typeof value !== "string" || value.length > 2_000 || !value.startsWith("/")) return fallback;
  // Browsers drop control characters, which turns "/\t/host" into "//host".
  if (/[\\\u0000-\u001f\u007f]/.test(value)) return fallback;
  const home = "http://home.invalid";
  try {
    const url = new URL(value, home);
    return url.origin === home && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : fallback;
  } catch {
    return fallback;
  }
}

/** Adds `returnTo` to the address of a page, unless it is the home page. */
export function withReturnTo(address: string, returnTo: string): string {
  return returnTo === "/" ? address : `${address}?${new URLSearchParams({ returnTo })}`;
}

/** Adds a parameter without a value, such as `restored`, for which the page shows a message. */
export function withMark(address: string, mark: string): string {
  const [, path = "", query = "", hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  return `${path}?${query ? `${query}&` : ""}${mark}${hash}`;
}
