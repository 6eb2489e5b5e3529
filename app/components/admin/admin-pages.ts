/** The pages of the admin side: what the side bar, the tiles and the palette are made from. */
export interface AdminPage {
  to: string;
  label: string;
  /** What one does there, in a few words. */
  purpose: string;
  /** Not for editors. */
  isForAdmins?: boolean;
}

interface Group {
  title: string;
  pages: readonly AdminPage[];
}

/** In the order of the side bar. */
const ADMIN_GROUPS: readonly Group[] = [
  {
    title: "Today",
    pages: [
      { to: "/admin", label: "Dashboard", purpose: "Numbers, and what needs attention" },
      { to: "/admin/submissions", label: "Review Submissions", purpose: "Decide what is published" },
      { to: "/admin/requests", label: "Requests", purpose: "Reported errors and requests for removal" },
    ],
  },
  {
    title: "People",
    pages: [
      { to: "/admin/experts", label: "Manage Experts", purpose: "Find, edit, delete and restore" },
      { to: "/admin/featured", label: "Featured Experts", purpose: "Who comes first, and in what order" },
      { to: "/admin/topics", label: "Topics", purpose: "What people are found by: names, other names, merging" },
      { to: "/admin/generate", label: "AI Generator", purpose: "Draft profiles with checked links" },
      { to: "/admin/missing", label: "Who Is Missing", purpose: "Searches that found nobody" },
      { to: "/admin/links", label: "Dead Links", purpose: "Reference links that do not answer" },
      { to: "/admin/import", label: "Import", purpose: "Read an export or a table of experts", isForAdmins: true },
    ],
  },
  {
    title: "Articles",
    pages: [
      { to: "/admin/articles", label: "Manage Articles", purpose: "Write, publish, feature and restore" },
      {
        to: "/admin/promote",
        label: "Generate Articles with Images",
        purpose: "From an expert to a published article",
      },
      { to: "/admin/library", label: "Article Assets", purpose: "Saved texts and images for articles" },
      { to: "/admin/images", label: "Images", purpose: "Stored images and where they are used" },
      { to: "/admin/uploader", label: "Image Uploader", purpose: "Add many images at once" },
    ],
  },
  {
    title: "Site",
    pages: [
      { to: "/admin/users", label: "User Management", purpose: "Accounts, roles and invitations", isForAdmins: true },
      { to: "/admin/mails", label: "Mail", purpose: "What was sent, and what is waiting", isForAdmins: true },
      { to: "/admin/audit", label: "Audit Log", purpose: "Who did what, and when", isForAdmins: true },
      { to: "/admin/api-keys", label: "API Keys", purpose: "Let programs work in your name" },
      {
        to: "/admin/webhooks",
        label: "Webhooks",
        purpose: "Tell other programs what changes",
        isForAdmins: true,
      },
      { to: "/admin/settings", label: "Settings", purpose: "Names, texts, house rules and prompts", isForAdmins: true },
    ],
  },
];

export const ADMIN_PAGES = ADMIN_GROUPS.flatMap(({ pages }) => pages);

/** Pages that are reached from another one, and can be gone to by name. */
const FURTHER_PAGES: (AdminPage & { group: string })[] = [
  { to: "/admin/experts/new", label: "New expert", purpose: "Add a profile by hand", group: "People" },
  { to: "/admin/experts/trash", label: "Trash of experts", purpose: "Restore what was deleted", group: "People" },
  { to: "/admin/articles/new", label: "New article", purpose: "Write one by hand", group: "Articles" },
  { to: "/admin/articles/trash", label: "Trash of articles", purpose: "Restore what was deleted", group: "Articles" },
  {
    to: "/admin/settings/starter",
    label: "Starter profiles",
    purpose: "Keep, hide or delete them",
    isForAdmins: true,
    group: "Site",
  },
  { to: "/admin/images/unused", label: "Unused images", purpose: "Delete what nothing shows", group: "Articles" },
  {
    to: "/admin/settings/pages",
    label: "Pages",
    purpose: "About, privacy, imprint and others",
    isForAdmins: true,
    group: "Site",
  },
];

/** The groups with the pages that somebody may open, in the order of the side bar. */
export function adminGroups(isAdmin: boolean): Group[] {
  return ADMIN_GROUPS.map(({ title, pages }) => ({ title, pages: pages.filter(isFor(isAdmin)) })).filter(
    ({ pages }) => pages.length > 0,
  );
}

/** The pages that somebody may open whose name holds every word of a text; all of them for "". */
export function pagesNamed(text: string, isAdmin: boolean): (AdminPage & { group: string })[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = ADMIN_GROUPS.flatMap(({ title, pages }) => pages.map((page) => ({ ...page, group: title })));
  return [...pages, ...FURTHER_PAGES]
    .filter(isFor(isAdmin))
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

function isFor(isAdmin: boolean) {
  return (page: AdminPage) => isAdmin || !page.isForAdmins;
}
