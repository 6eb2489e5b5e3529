/** What editors read. */
export const EDITORS = {
  tips: "Longevity Tips",
  insights: "Research Insights",
  customContribution: "Used word for word as the longevity contribution.",
  linkFromProfile: "A link appears in the ‘Longevity Science Highlights’ section of the expert's profile.",
};
