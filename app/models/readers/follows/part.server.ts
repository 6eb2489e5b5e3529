import type { Queryable } from "~/db.server";
import { type Account, NOT_PUBLIC, type Part, type Person } from "~/models/base/parts/part";
import { moveFollows } from "./follow.server";

const AGREED = "not: addresses of people who agreed with this site alone";

export const followsPart = {
  tables: {
    followers: {
      account: { email: { by: "address", end: removeFollower } },
      texts: { email: "stays: who follows; without anything to follow it goes within the hour" },
      silent: ["rhythm"],
      handedOut: { exported: AGREED, dataset: NOT_PUBLIC, mine: "follows" },
    },
    follows: {
      person: {
        expertRowId: {
          merge: (tx: Queryable, from: Person, to: Person) => moveFollows(tx, from.rowId, to),
          removal: "goes",
          trash: "hidden",
        },
      },
      texts: { target: "goes" },
      silent: ["kind"],
      handedOut: { exported: AGREED, dataset: NOT_PUBLIC, mine: "follows" },
    },
  },
} satisfies Part;

async function removeFollower(tx: Queryable, { email, isProven }: Account): Promise<void> {
  if (isProven) await tx.deleteFrom("followers").where("email", "=", email).execute();
}
