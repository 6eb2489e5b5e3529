/** Shows the submission form at a second address. Its canonical address is /submit. */
export { action, default, headers, links, loader, meta } from "./_site.submit/route";
