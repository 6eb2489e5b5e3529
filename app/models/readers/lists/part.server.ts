import { readDb } from "~/db.server";
import { ALL_ROWS, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
import { NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import { publicExperts } from "~/models/records/shared/public-rows.server";

export const listsPart = {
  tables: {
    listEntries: {
      key: ["userId", "expertRowId"],
      person: {
        expertRowId: {
          merge: moveOnce("listEntries", "expertRowId", ["userId"]),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      account: { userId: { deletion: "deleted" } },
      handedOut: { exported: "not: what readers of this site did", dataset: NOT_PUBLIC, mine: "list" },
    },
  },
  mine: {
    list: ({ id }) => ownRows(listOfUser(id), ALL_ROWS),
  },
  addresses: { reserved: ["my-list"] },
} satisfies Part;

function listOfUser(userId: string): OwnPage {
  const rows = readDb
    .selectFrom("listEntries")
    .innerJoin(publicExperts, (join) => join.onRef("experts.rowId", "=", "listEntries.expertRowId"))
    .select(["experts.name", "listEntries.addedAt"])
    .where("userId", "=", userId)
    .orderBy("listEntries.addedAt")
    .orderBy("listEntries.expertRowId");
  return () => rows.execute();
}
