/** The other address of the submission screen: the same page, which names /submit as its canonical address. */
export { action, clientAction, default, headers, links, loader, meta } from "./_site.submit/route";
