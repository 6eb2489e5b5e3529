/** The beginning of the names of hidden fields with the versions of the values that a form shows. */
export const SHOWN = "shown.";
