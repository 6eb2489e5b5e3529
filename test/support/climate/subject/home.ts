export const HOME = {
  title: "The People Who Study the Climate",
  lead: "What they measured, and where to read on.",
  description: "A curated directory of climate scientists: what they found, and where to read on.",
  featured: "Climate Scientists to Know",
  search: "Find Climate Scientists",
};
