import type { Part, RowPlace } from "~/models/base/parts/part";

export const settingsPart = {
  tables: {
    settings: {
      key: ["key"],
      texts: { value: "readers" },
      locate: settingPlace,
      silent: ["key"],
      handedOut: { exported: "settings", dataset: "not: it is about the site, not about people" },
    },
  },
  adminPages: [
    {
      to: "/admin/settings",
      label: "Settings",
      purpose: "Names, texts and house rules",
      place: "Settings",
      rank: 1,
      tab: "Site",
      isForAdmins: true,
    },
    {
      to: "/admin/settings/prompts",
      label: "Prompts",
      purpose: "Instructions to the AI model for each task",
      place: "Settings",
      rank: 8,
      isForAdmins: true,
    },
    {
      to: "/admin/settings/words",
      label: "New words that mean the same",
      purpose: "Additions of newer versions to the search",
      place: "Settings",
      isForAdmins: true,
    },
  ],
} satisfies Part;

/** Returns the place of a setting. Prompts are on a page of their own, and only the model reads them. */
function settingPlace({ key }: { key: string }): RowPlace {
  const isPrompt = key.startsWith("prompt.");
  const page = isPrompt ? "/admin/settings/prompts" : "/admin/settings";
  return { what: "Setting", title: key, href: `${page}#${key}`, isPublic: !isPrompt };
}
