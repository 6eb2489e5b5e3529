import type { Part } from "~/models/base/parts/part";

export const pagesPart = {
  tables: {
    pages: {
      texts: { slug: "readers", title: "readers", body: "readers" },
      images: ["body"],
      locate: ({ slug, title }) => ({ what: "Page", title, href: `/admin/settings/pages/${slug}`, isPublic: true }),
      handedOut: { exported: "pages", dataset: "not: it is about the site, not about people" },
    },
  },
  adminPages: [
    {
      to: "/admin/settings/pages",
      label: "Pages",
      purpose: "About, privacy, imprint and others",
      place: "Settings",
      rank: 2,
      isForAdmins: true,
    },
  ],
} satisfies Part;
