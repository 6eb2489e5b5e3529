/** What readers see on every page. */

/** Until the operator or an admin gives the site another name. */
export const SITE_NAME = "Longevity Leaders";

/** The link to the newswire, where the site has one. */
export const NEWSWIRE = "Longevity Newswire";
