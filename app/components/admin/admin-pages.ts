/** The pages of the curator's desk: what the navigation and the dashboard's tiles are made from. */
export interface AdminPage {
  to: string;
  label: string;
  /** What one does there, in a few words. */
  purpose: string;
  /** Whether it stands in the navigation (admin-side.md §2); every page has a tile. */
  inNav: boolean;
}

/** In the order of the navigation. A page is listed once its route exists: a test compares the two. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  { to: "/admin", label: "Dashboard", purpose: "Numbers, and what waits", inNav: true },
  { to: "/admin/generate", label: "AI Generator", purpose: "Draft profiles with proven links", inNav: true },
  { to: "/admin/experts", label: "Manage Experts", purpose: "Find, edit, delete and restore", inNav: true },
  { to: "/admin/submissions", label: "Review Submissions", purpose: "Decide what is published", inNav: true },
  {
    to: "/admin/promote",
    label: "Generate Articles with Images",
    purpose: "From an expert to a published article",
    inNav: true,
  },
  { to: "/admin/library", label: "Article Assets", purpose: "Saved texts and pictures for articles", inNav: true },
  { to: "/admin/articles", label: "Manage Articles", purpose: "Write, publish, feature and restore", inNav: true },
  { to: "/admin/users", label: "User Management", purpose: "Accounts and roles", inNav: true },
  { to: "/admin/featured", label: "Featured Experts", purpose: "Who comes first, in which order", inNav: false },
  { to: "/admin/images", label: "Images", purpose: "Stored pictures and where they are used", inNav: false },
  { to: "/admin/uploader", label: "Image Uploader", purpose: "Add many pictures at once", inNav: false },
  { to: "/admin/links", label: "Dead Links", purpose: "Reference links that do not answer", inNav: false },
  { to: "/admin/import", label: "Import", purpose: "Read an export or a table of experts", inNav: false },
  { to: "/admin/mails", label: "Mail", purpose: "What was sent, and what waits", inNav: false },
  { to: "/admin/audit", label: "Audit Log", purpose: "Who did what, when", inNav: false },
  { to: "/admin/settings", label: "Settings", purpose: "Names, texts and house rules", inNav: false },
];
