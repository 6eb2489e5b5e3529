/** The fields by which experts are sorted, in the order of the slugs. */

interface CategoryText {
  key: string;
  slug: string;
  label: string;
  description: string;
  keywords: string;
}

// Keys, slugs and labels differ, so none can be derived from another.
export const CATEGORIES = [
  {
    key: "academic",
    slug: "academic-researchers",
    label: "Academic Researchers",
    description: "University and institute researchers who study why we age and what can be done about it.",
    keywords: "aging research, gerontology, longevity professors, university research",
  },
  {
    key: "ai_data_scientist",
    slug: "ai-data-scientists",
    label: "AI & Data Scientists",
    description: "People who bring machine learning, biomarkers and large data sets to the study of ageing.",
    keywords: "AI drug discovery, aging clocks, biomarkers, machine learning",
  },
  {
    key: "author",
    slug: "authors",
    label: "Authors",
    description: "Writers whose books explain the science and the practice of a longer, healthier life.",
    keywords: "longevity books, healthy aging books, science writers",
  },
  {
    key: "clinician",
    slug: "clinical-practitioners",
    label: "Clinical Practitioners",
    description: "Physicians and other practitioners who apply longevity medicine in the care of patients.",
    keywords: "longevity medicine, preventive medicine, geriatrics, longevity doctors",
  },
  {
    key: "investor",
    slug: "investors-entrepreneurs",
    label: "Investors & Entrepreneurs",
    description: "Founders and funders who build the companies of the longevity industry.",
    keywords: "longevity investors, biotech founders, venture capital, longevity startups",
  },
  {
    key: "philanthropist_advocate",
    slug: "philanthropists-advocates",
    label: "Philanthropists & Advocates",
    description: "Donors, campaigners and organisers who win support for healthier and longer lives.",
    keywords: "longevity advocacy, aging philanthropy, healthspan nonprofits",
  },
  {
    key: "podcaster_media",
    slug: "podcasters-media",
    label: "Podcasters & Media",
    description: "Hosts, journalists and film-makers who bring longevity science to a wide audience.",
    keywords: "longevity podcasts, science journalism, health media",
  },
  {
    key: "regulator_policy",
    slug: "regulators-policy-leaders",
    label: "Regulators & Policy Leaders",
    description: "Officials and policy makers who shape how ageing is researched, treated and provided for.",
    keywords: "aging policy, public health, drug regulation, healthy aging",
  },
  {
    key: "scientist_innovator",
    slug: "scientists-innovators",
    label: "Scientists and Innovators",
    description: "Scientists and inventors whose discoveries open new ways to slow, stop or reverse ageing.",
    keywords: "longevity science, biology of aging, rejuvenation, geroscience",
  },
] as const satisfies readonly CategoryText[];
