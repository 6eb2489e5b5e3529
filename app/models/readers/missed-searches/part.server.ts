import type { Part } from "~/models/base/parts/part";

export const missedSearchesPart = {
  tables: {
    missedSearches: {
      key: ["words"],
      texts: { words: "goes", typed: "goes" },
      silent: ["firstDay", "lastDay"],
      handedOut: "not: what readers of this site did",
    },
  },
} satisfies Part;
