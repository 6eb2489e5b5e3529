import { type Queryable, readDb } from "~/db.server";
import type { Matter } from "~/models/base/parts/matter";
import { ONE_ROW, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
import { type Account, type Leaving, NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { line } from "~/models/base/parts/setting.server";
import { DEFAULT_RULES } from "~/models/base/settings/settings.server";
import { sortName } from "~/models/base/text/names.server";
import { countNoun } from "~/models/base/text/numbers";
import { tidyDrafts } from "./drafts.server";
import { rejectChanges } from "./profile-end.server";

export const submissionsPart = {
  tables: {
    submissions: {
      person: {
        changesExpertRowId: { merge: "moved", removal: removeSubmissions, trash: "hidden", deletion: rejectChanges },
        expertRowId: { merge: "moved", removal: "deleted", trash: "hidden", deletion: "unlinked" },
      },
      account: {
        userId: { deletion: removeSender },
        submitterEmail: { by: "address", deletion: "stays: what was sent with the account is cleared with it" },
        reviewedBy: { deletion: "unlinked" },
      },
      texts: {
        name: "editors",
        title: "editors",
        record: "editors",
        sentRecord: "editors",
        submitterReason: "editors",
        reviewNotes: "editors",
        submitterName: "stays: who sent something, not about whom",
      },
      images: ["record"],
      locate: ({ rowId }) => ({ what: "Submission", submission: rowId, isPublic: false }),
      silent: ["draftId", "status", "foldedName", "nameKey", "nameLetters", "leftOut"],
      handedOut: { exported: "submissions", dataset: NOT_PUBLIC, mine: "submissions" },
    },
    drafts: {
      key: ["id"],
      account: { userId: { deletion: "deleted" } },
      texts: { fields: "deleted" },
      silent: ["browser"],
      handedOut: { exported: "not: work that has not been saved", dataset: NOT_PUBLIC, mine: "drafts" },
    },
    reviewPlaces: {
      key: ["submissionRowId"],
      account: { userId: { deletion: "deleted" } },
      silent: ["since"],
      handedOut: {
        exported: "not: what this site's processes are at",
        dataset: NOT_PUBLIC,
        mine: "not: which submission an editor has open, forgotten after a minute",
      },
    },
  },
  hourly: { drafts: () => tidyDrafts() },
  mine: {
    submissions: ({ id }) => ownRows(submissionsOf(id), ONE_ROW),
    drafts: ({ id }) => ownRows(draftsOf(id), ONE_ROW),
  },
  addresses: { reserved: ["submit", "submit-expert", "submissions", "my-submissions"] },
  mails: {
    submissionReceived: { toAccount: true },
    submissionApproved: { toAccount: true },
    submissionRejected: { toAccount: true },
  },
  waits: { count: pendingSubmissions, noun: "submission", path: "/admin/submissions" },
  privacy: () => ({
    "If you suggest an expert":
      "We store your suggestion with your name and email address, for editors and not for readers, until you delete the account. Unsent drafts are deleted after 30 days.",
  }),
  attention: oldestPending,
  settings: [
    {
      name: "houseRules",
      label: "House rules on the submit page",
      lines: 6,
      standard: DEFAULT_RULES,
      schema: line(4_000),
    },
  ],
  adminPages: [
    {
      to: "/admin/submissions",
      label: "Review Submissions",
      purpose: "Decide what is published",
      place: "Review Submissions",
      rank: 1,
    },
  ],
} satisfies Part;

/** Selects the submissions about a person, including suggestions that name the same person. */
export function submissionsAbout(from: Queryable, { rowIds, names }: Pick<Leaving, "rowIds" | "names">) {
  return from
    .selectFrom("submissions")
    .where((e) =>
      e.or([
        e("expertRowId", "in", rowIds),
        e("changesExpertRowId", "in", rowIds),
        e("foldedName", "in", names.map(sortName)),
      ]),
    );
}

async function removeSubmissions(tx: Queryable, leaving: Leaving): Promise<void> {
  const submissions = await submissionsAbout(tx, leaving).select("id").execute();
  const ids = submissions.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.deleteFrom("suggestions").where("subjectId", "in", ids).execute();
  await tx.deleteFrom("submissions").where("id", "in", ids).execute();
}

/** Keeps an account's submissions, but removes their sender. */
async function removeSender(tx: Queryable, { id }: Account): Promise<void> {
  const noSender = { userId: null, submitterName: "", submitterEmail: "" };
  await tx.updateTable("submissions").set(noSender).where("userId", "=", id).execute();
}

function submissionsOf(userId: string): OwnPage<{ submittedAt: string; id: string }> {
  const rows = readDb
    .selectFrom("submissions")
    .select(["id", "status", "name", "title", "record", "submitterName", "submitterEmail", "submitterReason"])
    .select(["submittedAt", "updatedAt", "reviewNotes", "reviewedAt"])
    .where("userId", "=", userId)
    .orderBy("submittedAt")
    .orderBy("id")
    .limit(ONE_ROW);
  return async (last) => {
    const { submittedAt = "", id = "" } = last ?? {};
    const nextRows = await rows
      .where(({ eb, refTuple, tuple }) => eb(refTuple("submittedAt", "id"), ">", tuple(submittedAt, id)))
      .execute();
    return nextRows.map(({ record, ...otherColumns }) => ({ ...otherColumns, record: JSON.parse(record) }));
  };
}

function draftsOf(userId: string): OwnPage<{ id: string }> {
  const rows = readDb
    .selectFrom("drafts")
    .select(["id", "fields", "updatedAt"])
    .where("userId", "=", userId)
    .orderBy("id")
    .limit(ONE_ROW);
  return async (last) => {
    const nextRows = await rows.where("id", ">", last?.id ?? "").execute();
    return nextRows.map(({ fields, ...otherColumns }) => ({ ...otherColumns, fields: JSON.parse(fields) }));
  };
}

async function pendingSubmissions(tx: Queryable, after: string): Promise<number> {
  const { count } = await tx
    .selectFrom("submissions")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("status", "=", "pending")
    .where("submittedAt", ">", after)
    .executeTakeFirstOrThrow();
  return count;
}

async function oldestPending(): Promise<Matter[]> {
  const pendingRows = readDb.selectFrom("submissions").where("status", "=", "pending");
  const [oldestSubmission, count] = await Promise.all([
    pendingRows.select("submittedAt").orderBy("submittedAt").limit(1).executeTakeFirst(),
    pendingSubmissions(readDb, ""),
  ]);
  const commonFields = { key: "submissions", isWaitedFor: true };
  if (!oldestSubmission)
    return [{ ...commonFields, isOpen: false, text: ["No submission is waiting for a decision."] }];
  const link = {
    to: "/admin/submissions",
    text: `${countNoun(count, "submission is", "submissions are")} waiting for a decision`,
  };
  return [
    { ...commonFields, isOpen: true, text: [link, ". The oldest came ", { age: oldestSubmission.submittedAt }, "."] },
  ];
}
