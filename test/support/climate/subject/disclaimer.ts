export const DISCLAIMER = "";
