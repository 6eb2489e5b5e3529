/** What the fields of an expert are called at the desk, and how many entries their lists hold. Shared by server and browser. */
import type { ExpertInput } from "./write.server";

export type ExpertField = keyof ExpertInput;

/** Every field that an admin may change, in the order in which they are shown. */
export const EXPERT_LABELS: Record<ExpertField, string> = {
  name: "Name",
  slug: "Address",
  title: "Title",
  categories: "Categories",
  featured: "Featured",
  imageUrl: "Portrait",
  customGptUrl: "AI assistant",
  longevityContribution: "Longevity contribution",
  biography: "Biography",
  referenceLinks: "Reference links",
  books: "Books",
  scienceHighlights: "Science highlights",
  youtubeEmbeds: "Videos",
  longevityInterviewTitle: "Interview title",
  longevityInterviewVideoEmbed: "Interview video",
  longevityInterviewImageUrl: "Interview picture",
  longevityInterviewShortDescription: "Interview, short description",
  longevityInterviewLongDescription: "Interview, long description",
  longevityInterviewDownloadNotesUrl: "Interview notes",
  productTitle: "Product title",
  productImageUrl: "Product picture",
  productDescription: "Product description",
  productButtonText: "Product button",
  productButtonUrl: "Product link",
  sources: "Sources",
};

export const EXPERT_FIELDS = Object.keys(EXPERT_LABELS) as ExpertField[];

/** The most entries that editing leaves in a list; what is stored beyond may stay. */
export const MOST_ENTRIES = { books: 3, scienceHighlights: 3, youtubeEmbeds: 4 } as const;

/** Fields that hold an address elsewhere. */
export const ADDRESS_FIELDS = ["customGptUrl", "longevityInterviewDownloadNotesUrl", "productButtonUrl"] as const;

/** What is asked before an expert goes to the trash. */
export const DELETE_QUESTION = "Are you sure you want to delete this expert?";
