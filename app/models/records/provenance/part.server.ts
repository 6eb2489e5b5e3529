import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";

export const provenancePart = {
  tables: {
    provenance: {
      person: {
        expertRowId: {
          merge: "stays: publishing moves it together with the texts",
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      account: { acceptedById: { deletion: "unlinked" } },
      texts: { acceptedBy: "stays: the editor who answers for it" },
      silent: ["field", "provider", "model", "textHash"],
      handedOut: { exported: "experts submissions", dataset: NOT_PUBLIC, mine: "not: it is in the audit log" },
    },
  },
} satisfies Part;
