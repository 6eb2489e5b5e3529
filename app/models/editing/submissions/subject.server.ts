import type { Queryable } from "~/db.server";
import { audit } from "~/models/base/audit/audit.server";
import { EXPERT_LABELS, SOURCED_FIELDS } from "~/models/records/experts/fields";
import { identityUrls } from "~/models/records/experts/identifiers";
import { provenanceOf } from "~/models/records/provenance/provenance.server";
import { linksIn, type SourcesSubject } from "~/models/records/sources/subjects.server";
import type { Suggestion } from "./review-record.server";

/** Returns the profile that a submission would make, as a subject whose sentences have sources. */
export async function submissionSubject(
  { row, suggestedRecord: record, changedFields }: Suggestion,
  from: Queryable,
): Promise<SourcesSubject> {
  const fields = SOURCED_FIELDS.filter((field) => changedFields.includes(field));
  const fieldsByModel = (await provenanceOf({ submissionRowId: row.rowId }, from)).map(({ field }) => field as string);
  const auditSubject = { subjectKind: "submission", subjectId: row.id, subjectName: row.name } as const;
  return {
    kind: "submissions",
    of: { submissionRowId: row.rowId },
    id: row.id,
    name: row.name,
    person: row.name,
    record,
    labels: EXPERT_LABELS,
    fields,
    aiFields: fields.filter((field) => fieldsByModel.includes(field)),
    pages: [...linksIn([...record.referenceLinks, ...record.sources]), ...identityUrls(record)],
    note: (tx, editor, action, detail) => audit(tx, editor, { action, ...auditSubject, detail }),
  };
}
