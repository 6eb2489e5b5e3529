/** Lists the fields by which experts are sorted, in the order of the slugs. */

interface CategoryText {
  key: string;
  slug: string;
  label: string;
}

// Keys, slugs and labels differ, so none can be derived from another.
export const CATEGORIES = [
  {
    key: "academic",
    slug: "academic-researchers",
    label: "Academic Researchers",
  },
  {
    key: "ai_data_scientist",
    slug: "ai-data-scientists",
    label: "AI & Data Scientists",
  },
  {
    key: "author",
    slug: "authors",
    label: "Authors",
  },
  {
    key: "clinician",
    slug: "clinical-practitioners",
    label: "Clinical Practitioners",
  },
  {
    key: "investor",
    slug: "investors-entrepreneurs",
    label: "Investors & Entrepreneurs",
  },
  {
    key: "philanthropist_advocate",
    slug: "philanthropists-advocates",
    label: "Philanthropists & Advocates",
  },
  {
    key: "podcaster_media",
    slug: "podcasters-media",
    label: "Podcasters & Media",
  },
  {
    key: "regulator_policy",
    slug: "regulators-policy-leaders",
    label: "Regulators & Policy Leaders",
  },
  {
    key: "scientist_innovator",
    slug: "scientists-innovators",
    label: "Scientists and Innovators",
  },
] as const satisfies readonly CategoryText[];
