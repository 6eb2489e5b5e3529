/** Texts that only the server uses, for readers, visitors and machines. */

/** Says whom the directory lists; stands after "a directory of". */
export const PEOPLE = "people who shape the science and medicine of a long, healthy life";

/** Follows PEOPLE on the page about the site. */
export const OCCUPATIONS = "researchers, clinicians, founders, authors, advocates and others";

/** States the condition for being listed. */
export const WHO_IS_LISTED = "People with a published or otherwise verifiable contribution to longevity.";

/** Names the field of expertise. */
export const EXPERTISE = "ageing and health";

export const NO_ADVICE = "It gives no medical advice.";

/** Stands on the page about the site. */
export const WHAT_IT_IS_NOT = `It gives no medical advice, and a profile is not a recommendation of a treatment, product or company. Please talk to a doctor before you change anything about your health.`;

/** One rule a line, until an admin writes others; a line about the decision follows them. */
export const HOUSE_RULES = `Suggest people with a published or otherwise verifiable contribution to longevity.
Give the official website, so that the facts can be checked.
Write in your own words and without advertising.`;

export const CONTRIBUTION_MISSING = "Please describe the contribution to longevity.";

/** The title of people whose own title is unknown. */
export const DEFAULT_TITLE = "Longevity Expert";

/** A search that has results with the starter directory. */
export const EXAMPLE_SEARCH = "senescence";
