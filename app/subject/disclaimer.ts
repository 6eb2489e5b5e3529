/**
 * The disclaimer at the foot of profiles and articles, which United States law demands of pages about health (21 U.S.C. §
 * 343(r)(6)). "" for none.
 */
export const DISCLAIMER =
  "These statements have not been evaluated by the Food and Drug Administration. The information on this page is not intended to diagnose, treat, cure or prevent any disease.";
