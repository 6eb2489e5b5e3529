import type { ExpertRow, Queryable } from "~/db.server";

/** Limits the chain of merges that is followed. */
const MAX_STEPS = 20;

/** Returns the profile into which a trashed profile was merged, otherwise the profile itself. */
export async function survivorOf(from: Queryable, expert: ExpertRow): Promise<ExpertRow> {
  let survivor = expert;
  for (let step = 0; survivor.deletedAt !== null && step < MAX_STEPS; step++) {
    const { rowId } = survivor;
    const revisions = from.selectFrom("expertRevisions").select(["action", "after"]).where("expertRowId", "=", rowId);
    const revision = await revisions.orderBy("rowId", "desc").limit(1).executeTakeFirst();
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
