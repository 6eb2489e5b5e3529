export const PEOPLE = "people who study how the climate changes and why";
export const OCCUPATIONS = "modellers, observers and those who explain";
export const WHO_IS_LISTED = "People with published work on the climate.";
export const EXPERTISE = "the climate";
export const NO_ADVICE = "It gives no forecast.";
export const WHAT_IT_IS_NOT = "It gives no forecast, and a profile is not a recommendation of a technology.";
export const HOUSE_RULES = `Suggest people with published work on the climate.
Give the official website.`;
export const CONTRIBUTION_MISSING = "Please describe the contribution to climate science.";
export const DEFAULT_TITLE = "Climate Scientist";
export const EXAMPLE_SEARCH = "aerosols";
