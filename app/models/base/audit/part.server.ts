import type { Queryable } from "~/db.server";
import { type Account, NOT_PUBLIC, type Part } from "~/models/base/parts/part";

export const auditPart = {
  tables: {
    auditLog: {
      person: {
        subjectId: {
          by: "id",
          merge: "stays: it happened to this profile",
          removal: "stays: a number that leads to nobody any more",
          trash: "hidden",
        },
      },
      account: {
        userId: { end: "stays: who did what can be accounted for" },
        subjectId: { end: forgetAddress },
      },
      texts: {
        subjectName: "blanked",
        detail: "blanked",
        userName: "stays: who did something, not about whom",
        address: "stays: where who did something sat",
      },
      silent: ["action", "subjectKind"],
      handedOut: { exported: "not: the past of this site", dataset: NOT_PUBLIC, mine: "actions" },
    },
  },
} satisfies Part;

/** Who has no name stands there by the address. */
async function forgetAddress(tx: Queryable, { id, email }: Account): Promise<void> {
  for (const column of ["detail", "subjectName"] as const) {
    const named = tx.updateTable("auditLog").set(column, "").where("subjectKind", "=", "user");
    await named.where("subjectId", "=", id).where(column, "=", email).execute();
  }
}
