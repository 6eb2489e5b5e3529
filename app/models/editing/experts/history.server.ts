import type { ExpertRow, Queryable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { type Expert, toExpert } from "~/models/records/experts/expert.server";
import { EXPERTS } from "~/models/records/experts/rows.server";
import { existingTopics, readTopics } from "~/models/records/experts/topics.server";
import { publish } from "~/models/records/publish/publish.server";
import { historyPage, restoreRevision } from "~/models/records/shared/revisions.server";

/** Returns one page of changes, newest first; `page` starts at 1. */
export function expertHistory(_editor: Editor, row: Pick<ExpertRow, "rowId" | "createdAt">, page: number) {
  return historyPage(EXPERTS, row, page);
}

/** Drops topics that were deleted meanwhile, and replaces topics that were merged. */
async function withKnownTopics(tx: Queryable, record: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (!Array.isArray(record.topics)) return record;
  return { ...record, topics: existingTopics(await readTopics(tx), record.topics) };
}

/** Restores a revision; see `restoreRevision`. Throws UnsupportedEdit. */
export function restoreExpertRevision(editor: Editor, key: string, input: unknown): Promise<Expert> {
  return restoreRevision(
    EXPERTS,
    { editor, key, input },
    async (tx, { version: versionName, evidence: formerEvidence, acceptedReason: reason, ...earlierVersion }) => {
      const sentences = { former: formerEvidence, reason };
      const record = await withKnownTopics(tx, earlierVersion.record);
      const { row } = await publish(tx, editor, "experts", {
        ...earlierVersion,
        record,
        cause: "restored",
        auditWords: versionName,
        sentences,
      });
      return toExpert(row);
    },
  );
}
