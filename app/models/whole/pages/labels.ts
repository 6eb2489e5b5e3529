export const ADMIN_PAGES_OF_SITE = "/admin/settings/pages";

export const PAGE_LABELS = {
  title: "Title",
  slug: "Page address",
  body: "Text",
  position: "Position in the footer",
  inFooter: "Show in the footer",
} as const;
