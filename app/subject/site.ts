/** Texts that readers see on every page. */

/** The name until the operator or an admin changes it. */
export const SITE_NAME = "Longevity Leaders";

/** The label of the link to the newswire, if the site has one. */
export const NEWSWIRE = "Longevity Newswire";
