import type { Queryable } from "~/db.server";
import { NOT_PUBLIC, type Part, type Person } from "~/models/base/parts/part";
import { stateOf } from "./record.server";

export const promotionsPart = {
  tables: {
    promotions: {
      person: {
        expertRowId: {
          merge: movePromotions,
          rename: (tx: Queryable, person: Person) => movePromotions(tx, person, person),
          removal: "deleted",
          trash: "hidden",
          deletion: "unlinked",
        },
      },
      account: { createdBy: { deletion: "deleted" } },
      texts: { expertName: "deleted", state: "deleted" },
      handedOut: {
        exported: "not: work that has not been saved",
        dataset: NOT_PUBLIC,
        mine: "not: the site's texts, which admins write",
      },
    },
  },
  adminPages: [
    {
      to: "/admin/promote",
      label: "Generate Articles with Images",
      purpose: "From an expert to a published article",
      place: "Generate Articles with Images",
      rank: 1,
    },
  ],
} satisfies Part;

/** Moves the promotions of a merged person, and the texts about that person in other promotions. */
async function movePromotions(tx: Queryable, from: Person, to: Person): Promise<void> {
  const rows = tx
    .selectFrom("promotions")
    .select(["rowId", "expertRowId", "state"])
    .where((e) => e.or([e("expertRowId", "=", from.rowId), e("state", "like", `%"expertId":"${from.id}"%`)]));
  for (const { rowId, expertRowId, state: storedState } of await rows.execute()) {
    const state = stateOf(storedState);
    const pieces = state.pieces.map((piece) =>
      piece.expertId === from.id ? { ...piece, expertId: to.id, expert: to.name } : piece,
    );
    const expert = expertRowId === from.rowId ? { expertRowId: to.rowId, expertName: to.name } : {};
    await tx
      .updateTable("promotions")
      .set({ ...expert, state: JSON.stringify({ ...state, pieces }) })
      .where("rowId", "=", rowId)
      .execute();
  }
}
