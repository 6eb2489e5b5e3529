import { type Queryable, readDb } from "~/db.server";
import type { Matter } from "~/models/base/parts/matter";
import { ALL_ROWS, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
import { type Account, type Leaving, NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import type { SiteFacts } from "~/models/base/parts/site-facts";
import { countNoun } from "~/models/base/text/numbers";
import { publicExperts } from "~/models/records/shared/public-rows.server";
import { deleteReportMails } from "./mail-ids.server";
import { waitingRequests } from "./queue.server";
import { forgetDecided, removeUnconfirmed } from "./report.server";

export const requestsPart = {
  tables: {
    requests: {
      person: { expertRowId: { merge: "moved", removal: forgetRequests, trash: "hidden", deletion: "unlinked" } },
      account: {
        userId: { deletion: forgetClaims },
        email: { by: "address", deletion: forgetReporter },
        decidedBy: { deletion: "unlinked" },
      },
      texts: {
        notes: "blanked",
        says: "editors",
        should: "editors",
        source: "editors",
        message: "editors",
      },
      locate: ({ id, expertRowId }) => ({
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
  hourly: { reports: removeUnconfirmed, requests: forgetDecided },
  mine: {
    reports: ({ id, email }) => ownRows(reportsOf(id, email), ALL_ROWS),
    worksNotTheirs: ({ id }) => ownRows(worksNotOf(id), ALL_ROWS),
  },
  addresses: { reserved: ["report", "corrections"] },
  llms: () => ({ About: [{ label: "Corrections", path: "/corrections", note: "what was corrected" }] }),
  mails: { reportConfirm: { hasLink: true }, reportReceived: { hasLink: true } },
  waits: {
    count: openRequests,
    noun: "request of a listed person",
    many: "requests of listed people",
    path: "/admin/requests",
  },
  privacy: (facts: SiteFacts) => ({
    "If you report an error or ask for removal": `We store your report and your email address to answer you. A year after the decision, your address and all that you wrote are deleted; what kind of thing was corrected where, and when, stays. After a removal they are deleted at once${facts.hasMailServer ? ", and your address as soon as our answer is sent" : ""}. Reports that are not confirmed are deleted after 7 days.`,
  }),
  attention: requestMatters,
  adminPages: [
    {
      to: "/admin/requests",
      label: "Requests",
      purpose: "What people ask for: errors, removals, claims, questions",
      place: "Requests",
      rank: 1,
    },
  ],
} satisfies Part;

/** Keeps the requests about a person without their texts and senders, and deletes the mails about them. */
async function forgetRequests(tx: Queryable, { rowIds }: Leaving): Promise<void> {
  const requestsAbout = await tx.selectFrom("requests").select("id").where("expertRowId", "in", rowIds).execute();
  for (const { id } of requestsAbout) await deleteReportMails(tx, id);
  const requests = tx.deleteFrom("requests").where("expertRowId", "in", rowIds);
  await requests.where((e) => e.or([e("kind", "in", ["claim", "work"]), e("status", "=", "unconfirmed")])).execute();
  const emptyTexts = { says: "", should: "", source: "", message: "", email: "" };
  await tx.updateTable("requests").set(emptyTexts).where("expertRowId", "in", rowIds).execute();
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

/** Keeps reports, but removes their sender's address. */
async function forgetReporter(tx: Queryable, { email, isProven }: Account): Promise<void> {
  if (isProven) await tx.updateTable("requests").set({ email: "" }).where("email", "=", email).execute();
}

/** Returns the errors and removals that were reported from the user's address, if that is verified. */
function reportsOf(userId: string, email: string): OwnPage {
  const verifiedUsers = readDb.selectFrom("users").select("email").where("id", "=", userId);
  const rows = readDb
    .selectFrom("requests")
    .leftJoin(publicExperts, (join) => join.onRef("experts.rowId", "=", "requests.expertRowId"))
    .select(["experts.name", "kind", "field", "says", "should", "requests.source", "message", "requests.status"])
    .select(["requests.notes", "requests.createdAt", "decidedAt"])
    .where("kind", "in", ["error", "removal"])
    .where("email", "=", email)
    .where("email", "in", verifiedUsers.where("emailVerifiedAt", "is not", null))
    .orderBy("requests.rowId");
  return () => rows.execute();
}

/** Returns the user's reports about works on their own profile. */
function worksNotOf(userId: string): OwnPage {
  const rows = readDb
    .selectFrom("requests")
    .leftJoin(publicExperts, (join) => join.onRef("experts.rowId", "=", "requests.expertRowId"))
    .select(["experts.name", "field as work", "says as title", "message as why", "requests.status", "requests.notes"])
    .select(["requests.createdAt", "decidedAt"])
    .where("userId", "=", userId)
    .where("kind", "=", "work")
    .orderBy("requests.rowId");
  return () => rows.execute();
}

async function openRequests(tx: Queryable, after: string): Promise<number> {
  const { count } = await tx
    .selectFrom("requests")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("status", "=", "open")
    .where("confirmedAt", ">", after)
    .executeTakeFirstOrThrow();
  return count;
}

async function requestMatters(): Promise<Matter[]> {
  const { open, near, overdue } = await waitingRequests();
  const commonFields = { key: "requests", isWaitedFor: true };
  if (open === 0) return [{ ...commonFields, isOpen: false, text: ["No request is waiting for a decision."] }];
  const link = {
    to: "/admin/requests",
    text: `${countNoun(open, "request is", "requests are")} waiting for a decision`,
  };
  const overdueText = overdue > 0 ? `, ${overdue.toLocaleString("en")} overdue` : "";
  const nearText = near > 0 ? `, ${near.toLocaleString("en")} due within 7 days` : "";
  return [{ ...commonFields, isOpen: true, text: [link, `${overdueText}${nearText}.`] }];
}
