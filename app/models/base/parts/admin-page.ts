/** What parts say of their pages on the admin's side: the side bar, its tabs, the tiles and the palette are made from it. */

/** The places of the side bar, in its order, in groups of what is done together. Each leads to its first page, where the others are tabs. */
export const PLACES = [
  ["Dashboard", "Review Submissions", "Requests", "Visits"],
  ["Manage Experts", "What Is Missing", "AI Generator"],
  ["Manage Articles", "Generate Articles with Images", "Article Assets"],
  ["User Management", "Settings"],
] as const;

export type PlaceName = (typeof PLACES)[number][number];

export interface AdminPage {
  to: string;
  label: string;
  /** What one does there, in a few words. */
  purpose: string;
  place: PlaceName;
  /** Its rank among the pages of its place. Without one the page is reached from another, and can be gone to by name. */
  rank?: number;
  /** Its name among the pages of its place, where its label is longer than needed. */
  tab?: string;
  /** Not for editors. */
  isForAdmins?: true;
}

/** A page of one record. */
export interface RecordPage {
  /** Such as "/admin/experts/:id/history". */
  to: string;
  label: string;
  /** Its rank among the tabs above each page of the record. Without one the first of them leads to it. */
  rank?: number;
  /** It opens in the page of the record, whose form stays as it is. */
  isSection?: true;
}
