/** The site's mark: four growth rings, open on one side, in a box of 32. public/favicon.svg has the same path. */
export const MARK_PATH =
  "M19.4 15.3A3.5 3.5 0 1 1 17.3 12.8M22.8 14.5A7 7 0 1 1 18.6 9.5M26.3 13.8A10.5 10.5 0 1 1 19.9 6.3M29.7 13.1A14 14 0 1 1 21.2 3";
