/** Rejects what waits for a profile that is deleted for good, and remembers which submissions were changes of a profile. */

import type { Queryable, SubmissionRow } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { decisionMail } from "~/models/base/mail/second-thoughts.server";
import type { TrashedRecord } from "~/models/base/parts/part";
import { siteSettings } from "~/models/base/settings/settings.server";
import { timeAfter } from "~/stored-times";
import { queueDecisionMail } from "./submissions.server";

const REASON = "This profile was removed.";

/** Rejects the waiting changes of a deleted profile with mail and audit, and keeps all its changes under their own names. */
export async function rejectChanges(tx: Queryable, { rowId }: TrashedRecord, editor: Editor | null): Promise<void> {
  const rows = await tx.selectFrom("submissions").selectAll().where("changesExpertRowId", "=", rowId).execute();
  const { siteName } = await siteSettings(tx);
  const origin = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  for (const row of rows) {
    if (row.status === "pending") {
      const decidedAt = timeAfter(row.updatedAt);
      const decision = { status: "rejected", reviewNotes: REASON } as const;
      await tx
        .updateTable("submissions")
        .set({ ...decision, reviewedAt: decidedAt, updatedAt: decidedAt, reviewedBy: editor?.id ?? null })
        .where("rowId", "=", row.rowId)
        .execute();
      const subject = { subjectKind: "submission", subjectId: row.id, subjectName: row.name } as const;
      await audit(tx, editor, { action: "submission rejected", ...subject, detail: REASON });
      await queueDecisionMail(tx, row, decision, { siteName, origin, mail: decisionMail(row.id, decidedAt) });
    }
    // The row has the name, too; see `wasChange`.
    const { name: _name, ...record } = JSON.parse(row.record);
    await tx
      .updateTable("submissions")
      .set({ changesExpertRowId: null, record: JSON.stringify(record) })
      .where("rowId", "=", row.rowId)
      .execute();
  }
}

/** Throws "conflict" if a submission would change a profile that was deleted for good. */
export function refuseWithoutProfile(row: SubmissionRow): void {
  if (row.changesExpertRowId === null && wasChange(row))
    throw new AppError("conflict", "The profile that this would change was deleted.");
}

/** Tells whether a submission without a profile was a change: the record of a new person has all of these fields. */
function wasChange(row: SubmissionRow): boolean {
  const record = JSON.parse(row.record);
  return ["name", "referenceLinks", "categories"].some((field) => !(field in record));
}
