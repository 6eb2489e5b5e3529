import type { Queryable } from "~/db.server";
import { type Account, type Leaving, NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { sortName } from "~/models/base/text/names.server";

export const submissionsPart = {
  tables: {
    submissions: {
      person: {
        changesExpertRowId: { merge: "moves", removal: removeSubmissions, trash: "hidden" },
        expertRowId: { merge: "moves", removal: "goes", trash: "hidden" },
      },
      account: {
        userId: { end: removeSender },
        submitterEmail: { by: "address", end: "stays: what was sent with the account is cleared with it" },
        reviewedBy: { end: "unlinked" },
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
      found: ({ rowId }) => ({ what: "Submission", submission: rowId, isPublic: false }),
      silent: ["draftId", "status", "foldedName", "nameKey", "nameLetters", "leftOut"],
      handedOut: { exported: "submissions", dataset: NOT_PUBLIC, mine: "submissions" },
    },
    drafts: {
      key: ["id"],
      account: { userId: { end: "goes" } },
      texts: { fields: "goes" },
      silent: ["browser"],
      handedOut: { exported: "not: work that has not been saved", dataset: NOT_PUBLIC, mine: "drafts" },
    },
    reviewPlaces: {
      key: ["submissionRowId"],
      account: { userId: { end: "goes" } },
      silent: ["since"],
      handedOut: {
        exported: "not: what this site's processes are at",
        dataset: NOT_PUBLIC,
        mine: "not: which submission an editor has open, forgotten after a minute",
      },
    },
  },
} satisfies Part;

/** Also of others who suggested the same person. */
async function removeSubmissions(tx: Queryable, { rowIds, names }: Leaving): Promise<void> {
  const about = await tx
    .selectFrom("submissions")
    .select("id")
    .where((e) =>
      e.or([
        e("expertRowId", "in", rowIds),
        e("changesExpertRowId", "in", rowIds),
        e("foldedName", "in", names.map(sortName)),
      ]),
    )
    .execute();
  const ids = about.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.deleteFrom("suggestions").where("subjectId", "in", ids).execute();
  await tx.deleteFrom("submissions").where("id", "in", ids).execute();
}

/** What was sent stays, without who sent it. */
async function removeSender(tx: Queryable, { id }: Account): Promise<void> {
  const nobody = { userId: null, submitterName: "", submitterEmail: "" };
  await tx.updateTable("submissions").set(nobody).where("userId", "=", id).execute();
}
