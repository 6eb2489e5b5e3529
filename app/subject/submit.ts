/** The page on which visitors suggest an expert. */
export const SUBMIT = {
  lead: "Suggest someone who leads longevity science or medicine.",
  contribution: "Contribution to longevity",
  titleExample: "Professor of Genetics, University of Somewhere",
};
