import type { ExpertRow } from "~/db.server";
import type { Admin } from "~/models/accounts/admin.server";
import { restoreEvidence } from "~/models/evidence/evidence.server";
import { historyPage, restoreRevision } from "~/models/records/revisions.server";
import { saveExpert } from "./edit.server";
import type { Expert } from "./experts.server";
import { EXPERTS, noteExpert } from "./rows.server";

/** One page of changes, newest first; `page` starts at 1. */
export function expertHistory(_admin: Admin, row: Pick<ExpertRow, "rowId" | "createdAt">, page: number) {
  return historyPage(EXPERTS, row, page);
}

/** Restores a revision; see `restoreRevision`. */
export function restoreExpertRevision(admin: Admin, key: string, input: unknown): Promise<Expert> {
  return restoreRevision(EXPERTS, { admin, key, input }, async (tx, { version, evidence, ...earlier }) => {
    const { expert, changed } = await saveExpert(tx, admin, { ...earlier, action: "restored" });
    await restoreEvidence(tx, { expertRowId: earlier.rowId }, expert, evidence);
    if (changed.length > 0) await noteExpert(tx, admin, "expert brought back to an earlier version", expert, version);
    return expert;
  });
}
