import { type Queryable, readDb } from "~/db.server";
import { BATCH, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
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
          end: "stays: who deleted it, and that it was there",
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
  mine: {
    actions: ({ id }) => ownRows(actionsOf(id)),
  },
  adminPages: [
    {
      to: "/admin/audit",
      label: "Audit Log",
      purpose: "Who did what, and when",
      place: "Settings",
      rank: 7,
      isForAdmins: true,
    },
  ],
} satisfies Part;

/** Blanks the address of somebody without a name, which stands there in its place. */
async function forgetAddress(tx: Queryable, { id, email }: Account): Promise<void> {
  for (const column of ["detail", "subjectName"] as const) {
    const named = tx.updateTable("auditLog").set(column, "").where("subjectKind", "=", "user");
    await named.where("subjectId", "=", id).where(column, "=", email).execute();
  }
}

/** Returns the actions of the user as an editor or with the account, and where from, but not about whom. */
function actionsOf(userId: string): OwnPage<{ rowId: number }> {
  const rows = readDb.selectFrom("auditLog").select(["rowId", "at", "action", "address"]).where("userId", "=", userId);
  return (last) =>
    rows
      .where("rowId", ">", last?.rowId ?? 0)
      .orderBy("rowId")
      .limit(BATCH)
      .execute();
}
