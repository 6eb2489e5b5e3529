/** Labels of a profile's fields that name the subject. */
export const FIELD_LABELS = {
  contribution: "Longevity contribution",
  highlights: "Science highlights",
  interview: "Longevity interview",
};
