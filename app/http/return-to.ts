/** A path with a single leading slash, else `fallback`: `//host` and `/\\host` would leave the site. */
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

/** The address of a page that goes on to `returnTo`, which is left out for the home page. */
export function withReturnTo(address: string, returnTo: string): string {
  return returnTo === "/" ? address : `${address}?${new URLSearchParams({ returnTo })}`;
}

/** The address with something that the page says, such as `?restored`. */
export function withMark(address: string, mark: string): string {
  const [, path = "", query = "", hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  return `${path}?${query ? `${query}&` : ""}${mark}${hash}`;
}
