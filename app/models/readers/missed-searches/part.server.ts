import type { Part } from "~/models/base/parts/part";
import { removeOldMissed, startMissedSearches } from "./missed-searches.server";

export const missedSearchesPart = {
  tables: {
    missedSearches: {
      key: ["words"],
      texts: { words: "deleted", typed: "deleted" },
      silent: ["firstDay", "lastDay"],
      handedOut: "not: what readers of this site did",
    },
  },
  hourly: { searches: () => removeOldMissed() },
  counts: startMissedSearches,
  privacy: () => ({
    "If you read":
      "A search that finds nobody is counted by its words, with the day and nothing about you, so that we learn who is missing. The words are deleted 180 days after the last such search.",
  }),
  adminPages: [
    {
      to: "/admin/missing",
      label: "Who Is Missing",
      purpose: "Searches that found nobody",
      place: "What Is Missing",
      rank: 5,
      tab: "People",
    },
  ],
} satisfies Part;
