/** Headings of a profile's sections. */
export const SECTIONS = {
  interview: "Longevity Interview",
  contribution: "Longevity Contribution",
  highlights: "Longevity Science Highlights",
};

/** Words that a web search adds to a person's name. */
export const SEARCH_WORDS = "longevity expert research";
