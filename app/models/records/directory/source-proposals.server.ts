/** Finds the proposed passages that wait for a decision. */
import type { ExpressionBuilder } from "kysely";
import { type Database, type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { type Prose, presentEvidence } from "~/models/records/evidence/support";
import { recordOf } from "~/models/records/experts/record.server";
import { EVERYONE } from "~/models/records/listings/listing.server";

/** Selects proposals whose sentence has no source. */
export function hasNoSource(eb: ExpressionBuilder<Database, "sourceProposals">) {
  return eb.not(
    eb.exists(
      eb
        .selectFrom("evidence")
        .select("evidence.id")
        .whereRef("evidence.expertRowId", "=", "sourceProposals.expertRowId")
        .whereRef("evidence.field", "=", "sourceProposals.field")
        .whereRef("evidence.sentence", "=", "sourceProposals.sentence"),
    ),
  );
}

/** Deletes proposals for sentences that the text does not contain any more. */
export async function deleteOutdatedProposals(tx: Queryable, rowIds: number[]): Promise<void> {
  const rows = await tx
    .selectFrom("sourceProposals")
    .select(["id", "expertRowId", "field", "sentence"])
    .where("expertRowId", "in", rowIds)
    .where("status", "=", "proposed")
    .execute();
  for (const [rowId, proposals] of Map.groupBy(rows, ({ expertRowId }) => expertRowId)) {
    const row = await tx.selectFrom("experts").selectAll().where("rowId", "=", rowId).executeTakeFirstOrThrow();
    const record: Prose = recordOf(row);
    const presentProposals = new Set(presentEvidence(record, proposals));
    const outdatedProposals = proposals.filter((proposal) => !presentProposals.has(proposal));
    if (outdatedProposals.length === 0) continue;
    const ids = outdatedProposals.map(({ id }) => id);
    await tx.deleteFrom("sourceProposals").where("id", "in", ids).execute();
  }
}

/** Returns the number of listed people with passages to decide on: those under "found" in the admins' list. */
export async function undecidedPeople(_editor: Editor): Promise<number> {
  const { count } = await readDb
    .selectFrom("sourceProposals")
    .innerJoin("experts", "experts.rowId", "sourceProposals.expertRowId")
    .innerJoin("listing", "listing.expertRowId", "sourceProposals.expertRowId")
    .select((eb) => eb.fn.count<number>("sourceProposals.expertRowId").distinct().as("count"))
    .where("sourceProposals.status", "=", "proposed")
    .where("listing.category", "=", EVERYONE)
    .where("experts.sourced", "=", 0)
    .where(hasNoSource)
    .executeTakeFirstOrThrow();
  return Number(count);
}
