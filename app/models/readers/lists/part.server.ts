import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";

export const listsPart = {
  tables: {
    listEntries: {
      key: ["userId", "expertRowId"],
      person: {
        expertRowId: { merge: moveOnce("listEntries", "expertRowId", ["userId"]), removal: "goes", trash: "hidden" },
      },
      account: { userId: { end: "goes" } },
      handedOut: { exported: "not: what readers of this site did", dataset: NOT_PUBLIC, mine: "list" },
    },
  },
} satisfies Part;
