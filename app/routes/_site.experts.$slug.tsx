/** Shows a profile at a second address. Its canonical address is /{slug}. */
export { default, ErrorBoundary, loader, meta } from "./_site.$slug/route";
