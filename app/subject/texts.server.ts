/** Texts that only the server uses, for readers, visitors and machines. */

/** Whom the directory lists; stands after "a directory of". */
export const PEOPLE = "people who shape the science and medicine of a long, healthy life";

/** On the page about the site, after that. */
export const OCCUPATIONS = "researchers, clinicians, founders, authors, advocates and others";

/** The condition for being listed. */
export const WHO_IS_LISTED = "People with a published or otherwise verifiable contribution to longevity.";

/** The field of expertise. */
export const EXPERTISE = "ageing and health";

export const NO_ADVICE = "It gives no medical advice.";

/** On the page about the site. */
export const WHAT_IT_IS_NOT = `It gives no medical advice, and a profile is not a recommendation of a treatment, product or company. Please talk to a doctor before you change anything about your health.`;

/** One rule a line, until an admin writes others; a line about the decision comes behind them. */
export const HOUSE_RULES = `Suggest people with a published or otherwise verifiable contribution to longevity.
Give the official website, so that the facts can be checked.
Write in your own words and without advertising.`;

export const CONTRIBUTION_MISSING = "Please describe the contribution to longevity.";

/** The title of people whose title is unknown. */
export const DEFAULT_TITLE = "Longevity Expert";

/** A search that finds somebody. */
export const EXAMPLE_SEARCH = "senescence";
