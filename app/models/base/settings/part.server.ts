import type { Part } from "~/models/base/parts/part";

export const settingsPart = {
  tables: {
    settings: {
      key: ["key"],
      texts: { value: "readers" },
      found: ({ key }) => ({ what: "Setting", title: key, href: "/admin/settings", isPublic: true }),
      silent: ["key"],
      handedOut: { exported: "settings", dataset: "not: it is about the site, not about people" },
    },
  },
} satisfies Part;
