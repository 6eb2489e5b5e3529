import { contains, type Queryable, readDb } from "~/db.server";
import { BATCH_SIZE, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
import { type Account, NOT_PUBLIC, type Part } from "~/models/base/parts/part";

export const auditPart = {
  tables: {
    auditLog: {
      person: {
        subjectId: {
          by: "id",
          merge: "stays: the action concerned this profile",
          removal: "stays: an id that identifies nobody any more",
          trash: "hidden",
          deletion: "stays: who deleted it, and that it was there",
        },
      },
      account: {
        userId: { deletion: "stays: actions remain traceable to the account's id" },
        subjectId: { deletion: deleteAddress },
      },
      texts: {
        subjectName: "blanked",
        detail: "blanked",
        userName: "stays: names the person who acted, not the subject",
        address: "stays: the network address of the person who acted",
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

/**
 * Deletes the email address, which the entries about an account contain. In the entries of a user without a name, in
 * place of whose name it stands, the id replaces it.
 */
async function deleteAddress(tx: Queryable, { id, email }: Account): Promise<void> {
  for (const column of ["detail", "subjectName"] as const) {
    const entries = tx.updateTable("auditLog").set(column, "").where("subjectKind", "=", "user");
    await entries.where("subjectId", "=", id).where(contains(column, email)).execute();
  }
  const ownEntries = tx.updateTable("auditLog").set({ userName: id }).where("userId", "=", id);
  await ownEntries.where("userName", "=", email).execute();
}

/** Returns the user's actions with their times and network addresses, but without their subjects. */
function actionsOf(userId: string): OwnPage<{ rowId: number }> {
  const rows = readDb.selectFrom("auditLog").select(["rowId", "at", "action", "address"]).where("userId", "=", userId);
  return (lastRow) =>
    rows
      .where("rowId", ">", lastRow?.rowId ?? 0)
      .orderBy("rowId")
      .limit(BATCH_SIZE)
      .execute();
}
