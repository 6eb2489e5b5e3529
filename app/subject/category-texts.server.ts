/** The sentences on the page of each category; browsers do not need them. */
import type { CATEGORIES } from "./categories";

type Key = (typeof CATEGORIES)[number]["key"];

export const CATEGORY_TEXTS: Record<Key, { description: string; keywords: string }> = {
  academic: {
    description: "University and institute researchers who study why we age and what can be done about it.",
    keywords: "aging research, gerontology, longevity professors, university research",
  },
  ai_data_scientist: {
    description: "People who bring machine learning, biomarkers and large data sets to the study of ageing.",
    keywords: "AI drug discovery, aging clocks, biomarkers, machine learning",
  },
  author: {
    description: "Writers whose books explain the science and the practice of a longer, healthier life.",
    keywords: "longevity books, healthy aging books, science writers",
  },
  clinician: {
    description: "Physicians and other practitioners who apply longevity medicine in the care of patients.",
    keywords: "longevity medicine, preventive medicine, geriatrics, longevity doctors",
  },
  investor: {
    description: "Founders and funders who build the companies of the longevity industry.",
    keywords: "longevity investors, biotech founders, venture capital, longevity startups",
  },
  philanthropist_advocate: {
    description: "Donors, campaigners and organisers who win support for healthier and longer lives.",
    keywords: "longevity advocacy, aging philanthropy, healthspan nonprofits",
  },
  podcaster_media: {
    description: "Hosts, journalists and film-makers who bring longevity science to a wide audience.",
    keywords: "longevity podcasts, science journalism, health media",
  },
  regulator_policy: {
    description: "Officials and policy makers who shape how ageing is researched, treated and provided for.",
    keywords: "aging policy, public health, drug regulation, healthy aging",
  },
  scientist_innovator: {
    description: "Scientists and inventors whose discoveries open new ways to slow, stop or reverse ageing.",
    keywords: "longevity science, biology of aging, rejuvenation, geroscience",
  },
};
