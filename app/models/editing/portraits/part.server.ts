import { env } from "~/env.server";
import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import { startPortraitChecks } from "./portrait-checks.server";

const UNSAVED = "not: work that has not been saved";

export const portraitsPart = {
  tables: {
    portraitSearches: {
      key: ["expertRowId"],
      person: {
        expertRowId: { merge: moveOnce("portraitSearches", "expertRowId"), removal: "goes", trash: "hidden" },
      },
      texts: { detail: "stays: why no picture was found of the person" },
      silent: ["wikidata", "outcome"],
      handedOut: UNSAVED,
    },
    portraitCandidates: {
      key: ["expertRowId", "file"],
      person: {
        expertRowId: {
          merge: moveOnce("portraitCandidates", "expertRowId", ["file"], { column: "decision", value: "" }),
          removal: "goes",
          trash: "hidden",
        },
      },
      account: { decidedBy: { end: "unlinked" } },
      texts: {
        author: "editors",
        source: "editors",
        file: "editors",
        foundAt: "editors",
        itemLabel: "editors",
        itemDescription: "editors",
      },
      found: ({ expertRowId }) => ({
        what: "Proposed picture",
        expert: expertRowId,
        page: "/portrait",
        isPublic: false,
      }),
      silent: ["licence", "licenceUrl", "foundBy", "item", "decision"],
      handedOut: { exported: UNSAVED, dataset: NOT_PUBLIC, mine: "not: work on the site's records" },
    },
  },
  loops: () => (env.OPEN_DATA ? [startPortraitChecks()] : []),
} satisfies Part;
