import type { Part } from "~/models/base/parts/part";
import { removeOldMissed, startMissedSearches } from "./missed-searches.server";

export const missedSearchesPart = {
  tables: {
    missedSearches: {
      key: ["words"],
      texts: { words: "goes", typed: "goes" },
      silent: ["firstDay", "lastDay"],
      handedOut: "not: what readers of this site did",
    },
  },
  hourly: { searches: () => removeOldMissed() },
  counts: startMissedSearches,
} satisfies Part;
