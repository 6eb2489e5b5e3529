/** Headings of a profile's sections. */
export const SECTIONS = {
  interview: "Longevity Interview",
  contribution: "Longevity Contribution",
  highlights: "Longevity Science Highlights",
};

/** The words of a web search after a person's name. */
export const SEARCH_WORDS = "longevity expert research";
