/** Stores opinions beside their pairs of sentence and quote, and lists the pairs that wait for one. */
import { db, type OpinionRow, type Queryable, readDb } from "~/db.server";
import type { Evidence, NewEvidence } from "./evidence";
import { OPINIONS, type Opinion } from "./opinion";

export type Pair = Pick<Evidence, "id" | "sentence" | "quote">;

/** The value of `says` while a pair waits, and after the model gave no answer. */
const WAITING = "";
const UNANSWERED = "unanswered";
const WAITING_OPINION = { says: WAITING, words: "[]", provider: "", model: "", at: "" };

export function toOpinion({ says, words, ...origin }: Omit<OpinionRow, "evidenceId">): Opinion | null {
  const answer = OPINIONS.find((opinion) => opinion === says);
  return answer ? { says: answer, words: JSON.parse(words), ...origin } : null;
}

/** Makes new pairs wait, except those that bring their opinion. */
export async function addPairs(
  tx: Queryable,
  evidence: (Pick<NewEvidence, "source" | "quote" | "kind"> & { id: string; opinion?: Opinion | null })[],
): Promise<void> {
  const rows = evidence
    .filter(({ source, quote, kind }) => source && quote && kind !== "reference")
    .map(({ id, opinion }) => ({ evidenceId: id, ...(opinion ? toRow(opinion) : WAITING_OPINION) }));
  if (rows.length > 0) await tx.insertInto("opinions").values(rows).execute();
}

function toRow({ words, ...opinion }: Opinion) {
  return { ...opinion, words: JSON.stringify(words) };
}

/** Makes a pair wait again after one of its texts changed. */
export async function resetOpinion(tx: Queryable, evidenceId: string): Promise<void> {
  await tx.updateTable("opinions").set(WAITING_OPINION).where("evidenceId", "=", evidenceId).execute();
}

/** Returns the next waiting pair after an id; null for none. */
export async function nextWaitingPair(afterId: string): Promise<Pair | null> {
  const row = await readDb
    .selectFrom("opinions")
    .innerJoin("evidence", "evidence.id", "opinions.evidenceId")
    .select(["evidence.id", "evidence.sentence", "evidence.quote"])
    .where("opinions.says", "=", WAITING)
    .where("opinions.evidenceId", ">", afterId)
    .orderBy("opinions.evidenceId")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the opinion on a pair, unless one of its texts changed meanwhile; null if the model did not answer. */
export async function storeOpinion({ id, sentence, quote }: Pair, opinion: Opinion | null): Promise<void> {
  const row = opinion ? toRow(opinion) : { ...WAITING_OPINION, says: UNANSWERED, at: new Date().toISOString() };
  await db.transaction().execute(async (tx) => {
    const currentRow = await tx
      .selectFrom("evidence")
      .select(["sentence", "quote"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (currentRow?.sentence !== sentence || currentRow.quote !== quote) return;
    await tx
      .insertInto("opinions")
      .values({ evidenceId: id, ...row })
      .onConflict((conflict) => conflict.column("evidenceId").doUpdateSet(row))
      .execute();
  });
}
