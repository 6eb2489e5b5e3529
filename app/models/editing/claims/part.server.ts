import type { Queryable } from "~/db.server";
import { NOT_PUBLIC, type Part, type Person } from "~/models/base/parts/part";
import { moveClaims } from "~/models/records/profiles/holders.server";

export const claimsPart = {
  tables: {
    claims: {
      person: {
        expertRowId: {
          merge: (tx: Queryable, from: Person, to: Person) => moveClaims(tx, from.rowId, to.rowId),
          removal: "goes",
          trash: "hidden",
        },
      },
      account: { userId: { end: "goes" } },
      texts: {
        page: "stays: a link of the profile that is claimed",
        evidence: "stays: of the profile that is claimed, and goes with it",
      },
      silent: ["requestId", "proof", "status", "tokenHash"],
      handedOut: {
        exported: "not: what people and this site wrote to each other",
        dataset: NOT_PUBLIC,
        mine: "claims",
      },
    },
  },
} satisfies Part;
