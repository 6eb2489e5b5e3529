import { NOT_PUBLIC, type Part, type Row, type RowPlace } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import { forOtherRecords, otherRecordOf } from "~/models/records/shared/public-kinds";
import { startSourcedUpdate } from "./sourced.server";

const DERIVED = "not: derived from the records";
const MOVES_WITH_TEXTS = "stays: publishing moves it together with the texts";
const OF_RECORDS = forOtherRecords({ deletion: "deleted", trash: "hidden" } as const);

export const evidencePart = {
  tables: {
    evidence: {
      person: { expertRowId: { merge: MOVES_WITH_TEXTS, removal: "deleted", trash: "hidden", deletion: "deleted" } },
      record: OF_RECORDS,
      texts: {
        sentence: "readers",
        quote: "readers",
        context: "readers",
        url: "readers",
        title: "readers",
        place: "readers",
        reason: "readers",
        keptBy: "stays: the editor who answers for it",
        checkedBy: "stays: the editor who answers for it",
      },
      locate: (row) => ({ ...onSources(row), what: "Source", isPublic: row.submissionRowId === null }),
      silent: ["field", "textHash", "doi", "kind", "sourceKind", "isbn", "status"],
      handedOut: {
        exported: "experts submissions articles",
        dataset: "not: sources are read on the profiles",
      },
    },
    opinions: {
      key: ["evidenceId"],
      texts: { words: "deleted" },
      silent: ["says", "provider", "model"],
      handedOut: { exported: "experts submissions articles", dataset: "not: sources are read on the profiles" },
    },
    acceptedProblems: {
      person: {
        expertRowId: {
          merge: moveOnce("acceptedProblems", "expertRowId", ["key"]),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      record: OF_RECORDS,
      texts: { key: "editors", reason: "editors", acceptedBy: "stays: the editor who answers for it" },
      locate: (row) => ({ ...onSources(row), what: "Accepted problem", isPublic: false }),
      handedOut: "not: decisions of this site's admins about its own texts",
    },
    unsupportedTexts: {
      person: { expertRowId: { merge: "deleted", removal: "deleted", trash: "hidden", deletion: "deleted" } },
      record: OF_RECORDS,
      handedOut: DERIVED,
    },
    sourceProposals: {
      person: {
        expertRowId: {
          merge: moveOnce("sourceProposals", "expertRowId", ["field", "sentence", "url", "quote"], {
            column: "status",
            value: "proposed",
          }),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      account: { decidedBy: { deletion: "unlinked" } },
      texts: {
        sentence: "editors",
        quote: "editors",
        context: "editors",
        url: "editors",
        title: "editors",
        missing: "editors",
        shared: "editors",
      },
      locate: ({ expertRowId }) => ({
        what: "Proposed source",
        expert: expertRowId,
        page: "/sources/find",
        isPublic: false,
      }),
      silent: ["field", "textHash", "doi", "status", "evidenceId"],
      handedOut: { exported: DERIVED, dataset: NOT_PUBLIC, mine: "not: work on the site's records" },
    },
    sourceSearches: {
      key: ["expertRowId"],
      person: {
        expertRowId: {
          merge: moveOnce("sourceSearches", "expertRowId"),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      texts: { pages: "editors" },
      locate: ({ expertRowId }) => ({
        what: "Pages that were searched",
        expert: expertRowId,
        page: "/sources/find",
        isPublic: false,
      }),
      handedOut: DERIVED,
    },
  },
  loops: () => [startSourcedUpdate()],
} satisfies Part;

function onSources(row: Row<"evidence"> | Row<"acceptedProblems">): Omit<RowPlace, "what" | "isPublic"> {
  return { expert: row.expertRowId, submission: row.submissionRowId, record: otherRecordOf(row), page: "/sources" };
}
