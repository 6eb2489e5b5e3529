import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";

const UNSAVED = "not: work that has not been saved";

export const identityPart = {
  tables: {
    identitySearches: {
      key: ["expertRowId"],
      person: {
        expertRowId: { merge: moveOnce("identitySearches", "expertRowId"), removal: "goes", trash: "hidden" },
      },
      texts: { detail: "stays: why nothing was found of the person" },
      silent: ["outcome"],
      handedOut: UNSAVED,
    },
    identityCandidates: {
      key: ["expertRowId", "key"],
      person: {
        expertRowId: {
          merge: moveOnce("identityCandidates", "expertRowId", ["key"], { column: "decision", value: "" }),
          removal: "goes",
          trash: "hidden",
        },
      },
      account: { decidedBy: { end: "unlinked" } },
      texts: { name: "editors", description: "editors", employers: "editors", works: "editors", reasons: "editors" },
      found: ({ expertRowId }) => ({
        what: "Proposed identifiers",
        expert: expertRowId,
        page: "/identity",
        isPublic: false,
      }),
      silent: ["key", "orcid", "wikidata", "openalex", "decision", "taken"],
      handedOut: { exported: UNSAVED, dataset: NOT_PUBLIC, mine: "not: work on the site's records" },
    },
  },
  adminPages: [
    {
      to: "/admin/identifiers",
      label: "Identifiers",
      purpose: "Look for who people are at ORCID, Wikidata and OpenAlex",
      place: "What Is Missing",
      rank: 3,
    },
  ],
  recordPages: [{ to: "/admin/experts/:id/identity", label: "Identifiers" }],
} satisfies Part;
