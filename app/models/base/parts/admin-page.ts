/** Describes the admin pages of parts, from which side bar, tabs, tiles and palette are made. */

/**
 * Lists the places of the side bar in their order, in groups of related work. Each place opens its first page; its
 * other pages are tabs.
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
  /** The order among the pages of its place. A page without a rank is opened from another page, or by name. */
  rank?: number;
  /** The label of its tab, if `label` is longer than needed. */
  tab?: string;
  /** Says that editors do not see the page. */
  isForAdmins?: true;
}

/** A page of one record. */
export interface RecordPage {
  /** A path such as "/admin/experts/:id/history". */
  to: string;
  label: string;
  /** The order among the tabs above the pages of a record. A page without a rank is opened from the first of them. */
  rank?: number;
  /** Says that the page opens within the page of the record, whose form keeps its state. */
  isSection?: true;
}
