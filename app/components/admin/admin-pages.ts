import { GAPS, type Gap } from "~/models/editing/experts/gaps";

/** The pages of the admin side: what the side bar, its tabs, the tiles and the palette are made from. */
export interface AdminPage {
  to: string;
  label: string;
  /** What one does there, in a few words. */
  purpose: string;
  /** Its name among the pages of its place, where its label is longer than needed. */
  tab?: string;
  /** Not for editors. */
  isForAdmins?: boolean;
}

/** One entry of the side bar: it leads to its first page, where the others are tabs. */
export interface Place {
  label: string;
  pages: readonly AdminPage[];
}

/** In the order of the side bar, in groups of what is done together. */
const PLACES: readonly (readonly Place[])[] = [
  [
    place({ to: "/admin", label: "Dashboard", purpose: "What needs attention, and numbers" }),
    place({ to: "/admin/submissions", label: "Review Submissions", purpose: "Decide what is published" }),
    place({ to: "/admin/requests", label: "Requests", purpose: "Reported errors and requests for removal" }),
    place({ to: "/admin/statistics", label: "Visits", purpose: "How often pages were opened, and from where" }),
  ],
  [
    {
      label: "Manage Experts",
      pages: [
        { to: "/admin/experts", label: "Manage Experts", tab: "All", purpose: "Find, edit, delete and restore" },
        {
          to: "/admin/featured",
          label: "Featured Experts",
          tab: "Featured",
          purpose: "Who comes first, and in what order",
        },
        { to: "/admin/experts/drafts", label: "Drafts", purpose: "Profiles that nobody sees yet: release them" },
        { to: "/admin/topics", label: "Topics", purpose: "What people are found by: names, other names, merging" },
        {
          to: "/admin/identifiers",
          label: "Identifiers",
          purpose: "Look for who people are at ORCID, Wikidata and OpenAlex",
        },
        { to: "/admin/portraits", label: "Portraits", purpose: "Look for pictures that are free to use, and choose" },
        { to: "/admin/missing", label: "Who Is Missing", tab: "Missing", purpose: "Searches that found nobody" },
        { to: "/admin/links", label: "Dead Links", purpose: "Reference links that do not answer" },
        {
          to: "/admin/sources",
          label: "Find Sources",
          purpose: "Passages that could support sentences without a source",
        },
      ],
    },
    place({ to: "/admin/generate", label: "AI Generator", purpose: "Draft profiles with checked links" }),
  ],
  [
    place({ to: "/admin/articles", label: "Manage Articles", purpose: "Write, publish, feature and restore" }),
    place({
      to: "/admin/promote",
      label: "Generate Articles with Images",
      purpose: "From an expert to a published article",
    }),
    {
      label: "Article Assets",
      pages: [
        {
          to: "/admin/library",
          label: "Article Assets",
          tab: "Library",
          purpose: "Saved texts and images for articles",
        },
        { to: "/admin/images", label: "Images", tab: "All images", purpose: "Stored images and where they are used" },
        { to: "/admin/uploader", label: "Image Uploader", tab: "Upload", purpose: "Add many images at once" },
      ],
    },
  ],
  [
    place({
      to: "/admin/users",
      label: "User Management",
      purpose: "Accounts, roles and invitations",
      isForAdmins: true,
    }),
    {
      label: "Settings",
      pages: [
        {
          to: "/admin/settings",
          label: "Settings",
          tab: "Site",
          purpose: "Names, texts, house rules and prompts",
          isForAdmins: true,
        },
        {
          to: "/admin/settings/pages",
          label: "Pages",
          purpose: "About, privacy, imprint and others",
          isForAdmins: true,
        },
        { to: "/admin/mails", label: "Mail", purpose: "What was sent, and what is waiting", isForAdmins: true },
        { to: "/admin/api-keys", label: "API Keys", purpose: "Let programs work in your name" },
        { to: "/admin/webhooks", label: "Webhooks", purpose: "Tell other programs what changes", isForAdmins: true },
        { to: "/admin/import", label: "Import", purpose: "Take over people from a table", isForAdmins: true },
        { to: "/admin/audit", label: "Audit Log", purpose: "Who did what, and when", isForAdmins: true },
      ],
    },
  ],
];

export const ADMIN_PLACES = PLACES.flat();
export const ADMIN_PAGES = ADMIN_PLACES.flatMap(({ pages }) => pages);

/** Pages that are reached from another one, and can be gone to by name. */
const FURTHER_PAGES: (AdminPage & { place: string })[] = [
  { to: "/admin/experts/new", label: "New expert", purpose: "Add a profile by hand", place: "Manage Experts" },
  {
    to: "/admin/experts/trash",
    label: "Trash of experts",
    purpose: "Restore what was deleted",
    place: "Manage Experts",
  },
  { to: "/admin/keys", label: "Keys", purpose: "What single keys do", place: "Dashboard" },
  { to: "/admin/articles/new", label: "New article", purpose: "Write one by hand", place: "Manage Articles" },
  {
    to: "/admin/articles/trash",
    label: "Trash of articles",
    purpose: "Restore what was deleted",
    place: "Manage Articles",
  },
  {
    to: "/admin/settings/starter",
    label: "Starter profiles",
    purpose: "Keep, hide or delete them",
    isForAdmins: true,
    place: "Settings",
  },
  {
    to: "/admin/settings/words",
    label: "New words that mean the same",
    purpose: "What newer versions bring to the search",
    isForAdmins: true,
    place: "Settings",
  },
  {
    to: "/admin/images/unused",
    label: "Unused images",
    purpose: "Delete what nothing shows",
    place: "Article Assets",
  },
  ...(Object.keys(GAPS) as Gap[]).map((gap) => ({
    to: `/admin/experts?gap=${gap}`,
    label: `Experts: ${GAPS[gap].toLowerCase()}`,
    purpose: "Experts for whom this is missing",
    place: "Manage Experts",
  })),
];

/** The pages of one profile or article, by the last part of their addresses, in the order of their tabs. */
const RECORD_PAGES: Record<string, Record<string, string>> = {
  experts: {
    "": "Edit",
    review: "Review",
    letter: "Letter",
    identity: "Identifiers",
    portrait: "Portrait",
    works: "Works",
    sources: "Sources",
    history: "History",
    merge: "Merge",
  },
  articles: { "": "Edit", sources: "Sources", history: "History" },
};

interface RecordPage {
  to: string;
  label: string;
  isCurrent: boolean;
}

/** The pages of the profile or article to which an address belongs; none for any other address. */
export function pagesOfRecord(pathname: string): RecordPage[] {
  const [, kind = "", id, current = ""] = pathname.match(/^\/admin\/(experts|articles)\/([^/]+)(?:\/([^/]+))?/) ?? [];
  const pages = RECORD_PAGES[kind];
  if (!pages || !Object.hasOwn(pages, current) || FURTHER_PAGES.some(({ to }) => to === pathname)) return [];
  return Object.entries(pages).map(([page, label]) => {
    return { to: `/admin/${kind}/${id}${page && `/${page}`}`, label, isCurrent: page === current };
  });
}

/**
 * The groups of places with the pages that somebody may open, in the order of the side bar. A place of which one page is left has
 * the name of that page.
 */
export function placesFor(isAdmin: boolean): Place[][] {
  return PLACES.map((group) => group.flatMap((place) => placeFor(place, isAdmin))).filter(({ length }) => length > 0);
}

function placeFor({ label, pages }: Place, isAdmin: boolean): Place[] {
  const [first, ...others] = pages.filter(isFor(isAdmin));
  if (!first) return [];
  return [{ label: others.length === 0 ? first.label : label, pages: [first, ...others] }];
}

/** The page that an address belongs to: the one with the longest address that it begins with. */
export function pageAbove(pathname: string): AdminPage | undefined {
  const [nearest] = ADMIN_PAGES.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`)).sort(
    (a, b) => b.to.length - a.to.length,
  );
  return nearest;
}

/** The pages that somebody may open whose name holds every word of a text; all of them for "". */
export function pagesNamed(text: string, isAdmin: boolean): (AdminPage & { place: string })[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = ADMIN_PLACES.flatMap(({ label, pages }) => pages.map((page) => ({ ...page, place: label })));
  return [...pages, ...FURTHER_PAGES]
    .filter(isFor(isAdmin))
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

function isFor(isAdmin: boolean) {
  return (page: AdminPage) => isAdmin || !page.isForAdmins;
}

/** A place of one page. */
function place(page: AdminPage): Place {
  return { label: page.label, pages: [page] };
}
