import type { Part } from "~/models/base/parts/part";

export const settingsPart = {
  tables: {
    settings: {
      key: ["key"],
      texts: { value: "readers" },
      found: ({ key }) => ({ what: "Setting", title: key, href: `/admin/settings#${key}`, isPublic: true }),
      silent: ["key"],
      handedOut: { exported: "settings", dataset: "not: it is about the site, not about people" },
    },
  },
  adminPages: [
    {
      to: "/admin/settings",
      label: "Settings",
      purpose: "Names, texts, house rules and prompts",
      place: "Settings",
      rank: 1,
      tab: "Site",
      isForAdmins: true,
    },
    {
      to: "/admin/settings/words",
      label: "New words that mean the same",
      purpose: "What newer versions bring to the search",
      place: "Settings",
      isForAdmins: true,
    },
  ],
} satisfies Part;
