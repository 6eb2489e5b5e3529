/** Texts that readers see on every page. */

/** Until the operator or an admin gives the site another name. */
export const SITE_NAME = "Longevity Leaders";

/** The label of the link to the newswire, if the site has one. */
export const NEWSWIRE = "Longevity Newswire";
