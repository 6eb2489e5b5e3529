import type { ExpertInput } from "./write.server";

export type ExpertField = keyof ExpertInput;

/** In the order of the form. */
export const EXPERT_LABELS: Record<ExpertField, string> = {
  name: "Name",
  slug: "Address",
  title: "Title",
  categories: "Categories",
  featured: "Featured",
  imageUrl: "Portrait",
  customGptUrl: "AI assistant",
  affiliation: "Affiliation",
  ror: "ROR of the affiliation",
  orcid: "ORCID",
  wikidata: "Wikidata",
  openalex: "OpenAlex",
  interests: "Disclosed interests",
  longevityContribution: "Longevity contribution",
  biography: "Biography",
  referenceLinks: "Reference links",
  linkKinds: "Kinds of links",
  books: "Books",
  scienceHighlights: "Science highlights",
  youtubeEmbeds: "Videos",
  longevityInterviewTitle: "Interview title",
  longevityInterviewVideoEmbed: "Interview video",
  longevityInterviewImageUrl: "Interview image",
  longevityInterviewShortDescription: "Interview, short description",
  longevityInterviewLongDescription: "Interview, long description",
  longevityInterviewDownloadNotesUrl: "Interview notes",
  productTitle: "Product title",
  productImageUrl: "Product image",
  productDescription: "Product description",
  productButtonText: "Product button",
  productButtonUrl: "Product link",
  sources: "Sources",
};

export const EXPERT_FIELDS = Object.keys(EXPERT_LABELS) as ExpertField[];

/** Limits for editing; longer stored lists may stay. */
export const MAX_ENTRIES = { books: 3, scienceHighlights: 3, youtubeEmbeds: 4 } as const;

/** The limits in `ExpertInput` with at most `MAX_ENTRIES` rows add up to 730,000; the rest is for suggestions. */
export const EXPERT_CHARACTERS = 1_000_000;

export const ADDRESS_FIELDS = ["customGptUrl", "longevityInterviewDownloadNotesUrl", "productButtonUrl"] as const;

export const DELETE_QUESTION = "Are you sure you want to delete this expert?";
