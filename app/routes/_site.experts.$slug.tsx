/** The other address of a profile: the same page, which names /{slug} as its canonical address. */
export { default, ErrorBoundary, loader, meta } from "./_site.$slug/route";
