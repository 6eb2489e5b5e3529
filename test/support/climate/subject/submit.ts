export const SUBMIT = {
  lead: "Suggest somebody who studies the climate.",
  contribution: "Contribution to climate science",
  titleExample: "Professor of Glaciology, University of Somewhere",
};
