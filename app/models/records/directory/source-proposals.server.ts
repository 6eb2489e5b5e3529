/** Which of the passages that were found still wait for a decision. */
import type { ExpressionBuilder } from "kysely";
import { type Database, type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { keyOf, type Prose, sentencesOf } from "~/models/records/evidence/support";
import { recordOf } from "~/models/records/experts/record.server";
import { EVERYONE } from "~/models/records/listings/listing.server";

/** Of proposals whose sentence has no source, whoever gave it and however. */
export function isBare(eb: ExpressionBuilder<Database, "sourceProposals">) {
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

/** Drops passages for sentences that are no longer in the text: nobody can decide about them. */
export async function dropGone(tx: Queryable, rowIds: number[]): Promise<void> {
  const rows = await tx
    .selectFrom("sourceProposals")
    .select(["id", "expertRowId", "field", "sentence"])
    .where("expertRowId", "in", rowIds)
    .where("status", "=", "proposed")
    .execute();
  for (const [rowId, own] of Map.groupBy(rows, ({ expertRowId }) => expertRowId)) {
    const row = await tx.selectFrom("experts").selectAll().where("rowId", "=", rowId).executeTakeFirstOrThrow();
    const record: Prose = recordOf(row);
    const gone = own.filter(({ field, sentence }) => {
      const key = keyOf(sentence);
      return !sentencesOf(field, record[field]).some((one) => keyOf(one) === key);
    });
    if (gone.length === 0) continue;
    const ids = gone.map(({ id }) => id);
    await tx.deleteFrom("sourceProposals").where("id", "in", ids).execute();
  }
}

/** How many listed people have passages to decide about: those whom the admins' list shows under "found". */
export async function undecidedPeople(_editor: Editor): Promise<number> {
  const { count } = await readDb
    .selectFrom("sourceProposals")
    .innerJoin("experts", "experts.rowId", "sourceProposals.expertRowId")
    .innerJoin("listing", "listing.expertRowId", "sourceProposals.expertRowId")
    .select((eb) => eb.fn.count<number>("sourceProposals.expertRowId").distinct().as("count"))
    .where("sourceProposals.status", "=", "proposed")
    .where("listing.category", "=", EVERYONE)
    .where("experts.sourced", "=", 0)
    .where(isBare)
    .executeTakeFirstOrThrow();
  return Number(count);
}
