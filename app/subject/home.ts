/** Texts of the home page. */
export const HOME = {
  title: "Global Leaders in Longevity Science",
  lead: "Who they are, what they found, and where to read on.",
  description:
    "A curated directory of the people who lead longevity science and medicine: who they are, what they contributed, and where to read on.",
  featured: "Top Longevity Leaders",
  search: "Discover Longevity Experts",
};
