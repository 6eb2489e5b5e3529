/** Shows a profile at a second address. Its canonical address is /{slug}. */
export { default, ErrorBoundary, links, loader, meta } from "./_site.$slug/route";
