import type { ExpertRow, Queryable } from "~/db.server";
import type { Editor } from "~/models/accounts/admin.server";
import { settleEdit } from "~/models/evidence/edits.server";
import { restoreEvidence } from "~/models/evidence/evidence.server";
import { expertSubject } from "~/models/evidence/subjects.server";
import { historyPage, restoreRevision } from "~/models/records/revisions.server";
import { saveExpert } from "./edit.server";
import type { Expert } from "./experts.server";
import { EXPERTS, noteExpert } from "./rows.server";
import { knownTopics, readTopics } from "./topics.server";

/** One page of changes, newest first; `page` starts at 1. */
export function expertHistory(_editor: Editor, row: Pick<ExpertRow, "rowId" | "createdAt">, page: number) {
  return historyPage(EXPERTS, row, page);
}

/** A topic that was deleted since does not come back with a version; one that was merged is the other one now. */
async function withKnownTopics(tx: Queryable, record: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (!Array.isArray(record.topics)) return record;
  return { ...record, topics: knownTopics(await readTopics(tx), record.topics) };
}

/** Restores a revision; see `restoreRevision`. Throws UnsupportedEdit. */
export function restoreExpertRevision(editor: Editor, key: string, input: unknown): Promise<Expert> {
  return restoreRevision(
    EXPERTS,
    { editor, key, input },
    async (tx, { version, evidence, acceptedReason: reason, ...former }) => {
      const earlier = { ...former, record: await withKnownTopics(tx, former.record) };
      const before = await expertSubject(earlier.rowId, tx);
      const { expert, changed } = await saveExpert(tx, editor, { ...earlier, action: "restored" });
      await restoreEvidence(tx, { expertRowId: earlier.rowId }, expert, evidence);
      await settleEdit(tx, editor, before, await expertSubject(earlier.rowId, tx), { reason });
      if (changed.length > 0)
        await noteExpert(tx, editor, "expert brought back to an earlier version", expert, version);
      return expert;
    },
  );
}
