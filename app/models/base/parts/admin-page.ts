/** The pages of parts on the admin's side. The side bar, its tabs, the tiles and the palette are made from them. */

/**
 * The places of the side bar in their order, in groups of related work. Each leads to its first page, where the others are
 * tabs.
 */
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
  /** The purpose of the place, in a few words. */
  purpose: string;
  place: PlaceName;
  /** Its rank among the pages of its place. A page without one is reached from another, and by name. */
  rank?: number;
  /** Its name among the pages of its place, where its label is longer than needed. */
  tab?: string;
  /** Hidden from editors. */
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
