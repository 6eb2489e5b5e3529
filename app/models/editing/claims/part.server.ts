import { type Queryable, readDb } from "~/db.server";
import { BATCH_SIZE, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
import { NOT_PUBLIC, type Part, type Person } from "~/models/base/parts/part";
import type { SiteFacts } from "~/models/base/parts/site-facts";
import { moveClaims } from "~/models/records/profiles/holders.server";
import { publicExperts } from "~/models/records/shared/public-rows.server";
import { removeExpiredProofs } from "./claims.server";
import { askHolders } from "./still-right.server";

export const claimsPart = {
  tables: {
    claims: {
      person: {
        expertRowId: {
          merge: (tx: Queryable, from: Person, to: Person) => moveClaims(tx, from.rowId, to.rowId),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      account: { userId: { deletion: "deleted" } },
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
  hourly: { claims: removeExpiredProofs, holders: () => askHolders(new Date()).then(() => 0) },
  mine: {
    claims: ({ id }) => ownRows(claimsOf(id)),
  },
  addresses: { reserved: ["claim", "still-right"], secret: ["still-right"], oneClick: ["still-right"] },
  mails: {
    claimLink: { hasLink: true },
    claimDecided: { toAccount: true },
    stillRight: { hasLink: true, toAccount: true },
  },
  privacy: (facts: SiteFacts) => ({
    "If you are listed": `If you show that a profile is yours, we keep which account it was and the proof: the mail address, the page or the ORCID iD. Readers see the day, not the proof.${facts.hasMailServer ? " Once a year we ask you by mail whether the profile is still right." : ""}`,
  }),
} satisfies Part;

function claimsOf(userId: string): OwnPage<{ createdAt: string; id: string }> {
  const rows = readDb
    .selectFrom("claims")
    .leftJoin(publicExperts, (join) => join.onRef("experts.rowId", "=", "claims.expertRowId"))
    .select(["claims.id", "experts.name", "proof", "claims.status", "page", "evidence", "claims.createdAt"])
    .select(["claimedAt", "confirmedAt", "remindedAt"])
    .where("userId", "=", userId)
    .orderBy("claims.createdAt")
    .orderBy("claims.id")
    .limit(BATCH_SIZE);
  return (lastRow) => {
    const { createdAt = "", id = "" } = lastRow ?? {};
    return rows
      .where(({ eb, refTuple, tuple }) => eb(refTuple("claims.createdAt", "claims.id"), ">", tuple(createdAt, id)))
      .execute();
  };
}
