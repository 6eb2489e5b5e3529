export const FIELD_LABELS = {
  contribution: "Contribution to climate science",
  highlights: "Climate highlights",
  interview: "Climate interview",
};
