import type { Queryable } from "~/db.server";
import { type Account, type Leaving, NOT_PUBLIC, type Part } from "~/models/base/parts/part";

export const requestsPart = {
  tables: {
    requests: {
      person: { expertRowId: { merge: "moves", removal: forgetRequests, trash: "hidden" } },
      account: {
        userId: { end: forgetClaims },
        email: { by: "address", end: forgetReporter },
        decidedBy: { end: "unlinked" },
      },
      texts: {
        notes: "blanked",
        says: "editors",
        should: "editors",
        source: "editors",
        message: "editors",
      },
      found: ({ id, expertRowId }) => ({
        what: "Request",
        title: "Request",
        href: `/admin/requests/${id}`,
        expert: expertRowId,
        isPublic: false,
      }),
      silent: ["tokenHash", "kind", "status", "field"],
      handedOut: {
        exported: "not: what people and this site wrote to each other",
        dataset: NOT_PUBLIC,
        mine: "claims reports worksNotTheirs",
      },
    },
  },
} satisfies Part;

/** What was asked about the person: that it was, stays; what was written, and by whom, goes, with the mails about it. */
async function forgetRequests(tx: Queryable, { rowIds }: Leaving): Promise<void> {
  const about = await tx.selectFrom("requests").select("email").where("expertRowId", "in", rowIds).execute();
  const addresses = about.map(({ email }) => email).filter(Boolean);
  if (addresses.length > 0)
    await tx.deleteFrom("mails").where("recipient", "in", addresses).where("kind", "like", "report%").execute();
  const requests = tx.deleteFrom("requests").where("expertRowId", "in", rowIds);
  await requests.where((e) => e.or([e("kind", "in", ["claim", "work"]), e("status", "=", "unconfirmed")])).execute();
  const nothing = { says: "", should: "", source: "", message: "", email: "" };
  await tx.updateTable("requests").set(nothing).where("expertRowId", "in", rowIds).execute();
  await tx
    .updateTable("requests")
    .set({ status: "rejected", notes: "This profile was removed.", decidedAt: new Date().toISOString() })
    .where("expertRowId", "in", rowIds)
    .where("status", "=", "open")
    .execute();
}

async function forgetClaims(tx: Queryable, { id }: Account): Promise<void> {
  await tx.updateTable("requests").set({ email: "" }).where("userId", "=", id).execute();
}

/** Reports stay, without who sent them. */
async function forgetReporter(tx: Queryable, { email, isProven }: Account): Promise<void> {
  if (isProven) await tx.updateTable("requests").set({ email: "" }).where("email", "=", email).execute();
}
