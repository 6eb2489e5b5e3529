import { type Queryable, readDb } from "~/db.server";
import { ALL_ROWS, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
import { type Account, NOT_PUBLIC, type Part, type Person } from "~/models/base/parts/part";
import type { SiteFacts } from "~/models/base/parts/site-facts";
import { publicExperts } from "~/models/records/shared/public-rows.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { startDigests } from "./digests.server";
import { moveFollows, removeUnconfirmedFollows } from "./follow.server";

const WHY_NOT_EXPORTED = "not: addresses of people who agreed with this site alone";

export const followsPart = {
  tables: {
    followers: {
      account: { email: { by: "address", deletion: removeFollower } },
      texts: { email: "stays: who follows; without anything to follow it goes within the hour" },
      silent: ["rhythm"],
      handedOut: { exported: WHY_NOT_EXPORTED, dataset: NOT_PUBLIC, mine: "follows" },
    },
    follows: {
      person: {
        expertRowId: {
          merge: (tx: Queryable, from: Person, to: Person) => moveFollows(tx, from.rowId, to),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      texts: { target: "deleted" },
      silent: ["kind"],
      handedOut: { exported: WHY_NOT_EXPORTED, dataset: NOT_PUBLIC, mine: "follows" },
    },
  },
  hourly: { follows: removeUnconfirmedFollows },
  loops: (origin: string) => (mailIsConfigured ? [startDigests(origin)] : []),
  mine: {
    follows: ({ id }) => ownRows(followsOfUser(id), ALL_ROWS),
  },
  addresses: { reserved: ["follow"], secret: ["follow"], oneClick: ["follow"] },
  mails: { followConfirm: { hasLink: true }, digest: { hasLink: true } },
  privacy: (facts: SiteFacts) => ({
    "If you follow by mail": facts.hasMailServer
      ? "We store your email address, what you follow, how often we may write and up to when we told you what is new. Mails begin once you confirm them by the link in our mail; an unconfirmed request is deleted after 7 days. Every mail has a link that stops them. When you stop following the last page, we delete your address."
      : "",
  }),
} satisfies Part;

async function removeFollower(tx: Queryable, { email, isProven }: Account): Promise<void> {
  if (isProven) await tx.deleteFrom("followers").where("email", "=", email).execute();
}

/** Returns the follows of the account's email address, if it was verified. */
function followsOfUser(userId: string): OwnPage {
  const rows = readDb
    .selectFrom("users")
    .innerJoin("followers", "followers.email", "users.email")
    .innerJoin("follows", "follows.followerRowId", "followers.rowId")
    .leftJoin(publicExperts, (join) => join.onRef("experts.rowId", "=", "follows.expertRowId"))
    .select(["follows.kind", "follows.target", "experts.name", "rhythm", "follows.createdAt", "toldUntil"])
    .where("users.id", "=", userId)
    .where("emailVerifiedAt", "is not", null)
    .orderBy("follows.rowId");
  return () => rows.execute();
}
