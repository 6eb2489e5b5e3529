import type { ExpertRow, Queryable } from "~/db.server";
import { revisionOfTrashing } from "~/models/records/shared/revisions.server";
import { EXPERTS } from "./rows.server";

/** Limits the chain of merges that is followed. */
const MAX_STEPS = 20;

/** Returns the profile into which a trashed profile was merged, otherwise the profile itself. */
export async function survivorOf(from: Queryable, expert: ExpertRow): Promise<ExpertRow> {
  let survivor = expert;
  for (let step = 0; survivor.deletedAt !== null && step < MAX_STEPS; step++) {
    const revision = await revisionOfTrashing(from, EXPERTS, survivor.rowId);
    const id = revision?.action === "merged" ? JSON.parse(revision.after).mergedInto?.id : undefined;
    const target = await from
      .selectFrom("experts")
      .selectAll()
      .where("id", "=", id ?? "")
      .executeTakeFirst();
    if (!target) break;
    survivor = target;
  }
  return survivor;
}
