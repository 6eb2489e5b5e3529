/** Headings of a profile's sections. */
export const SECTIONS = {
  interview: "Longevity Interview",
  contribution: "Longevity Contribution",
  highlights: "Longevity Science Highlights",
};

/** What a search on the web asks for, after a person's name. */
export const SEARCH_WORDS = "longevity expert research";
