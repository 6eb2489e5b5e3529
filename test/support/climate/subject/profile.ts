export const SECTIONS = {
  interview: "Climate Interview",
  contribution: "Contribution to Climate Science",
  highlights: "Climate Highlights",
};

export const SEARCH_WORDS = "climate scientist research";
