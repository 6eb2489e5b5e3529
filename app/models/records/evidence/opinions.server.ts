/** Opinions as they are stored beside their pairs of sentence and quote, and which pairs wait for one. */
import { db, type OpinionRow, type Queryable, readDb } from "~/db.server";
import type { Evidence, NewEvidence } from "./evidence";
import { OPINIONS, type Opinion } from "./opinion";

export type Pair = Pick<Evidence, "id" | "sentence" | "quote">;

/** What `says` is while a pair waits, and when it was asked about in vain. */
const WAITS = "";
const UNANSWERED = "unanswered";
const UNASKED = { says: WAITS, words: "[]", provider: "", model: "", at: "" };

export function toOpinion({ says, words, ...opinion }: Omit<OpinionRow, "evidenceId">): Opinion | null {
  const answer = OPINIONS.find((one) => one === says);
  return answer ? { says: answer, words: JSON.parse(words), ...opinion } : null;
}

/** A new pair waits, unless its opinion comes with it. */
export async function noteNewPairs(
  tx: Queryable,
  evidence: (Pick<NewEvidence, "source" | "quote" | "kind"> & { id: string; opinion?: Opinion | null })[],
): Promise<void> {
  const rows = evidence
    .filter(({ source, quote, kind }) => source && quote && kind !== "reference")
    .map(({ id, opinion }) => ({ evidenceId: id, ...(opinion ? stored(opinion) : UNASKED) }));
  if (rows.length > 0) await tx.insertInto("opinions").values(rows).execute();
}

function stored({ words, ...opinion }: Opinion) {
  return { ...opinion, words: JSON.stringify(words) };
}

/** One of the texts of this evidence changed: it is asked about again. */
export async function forgetOpinion(tx: Queryable, evidenceId: string): Promise<void> {
  await tx.updateTable("opinions").set(UNASKED).where("evidenceId", "=", evidenceId).execute();
}

/** The next pair that waits, after this id; null for none. */
export async function nextUnasked(after: string): Promise<Pair | null> {
  const row = await readDb
    .selectFrom("opinions")
    .innerJoin("evidence", "evidence.id", "opinions.evidenceId")
    .select(["evidence.id", "evidence.sentence", "evidence.quote"])
    .where("opinions.says", "=", WAITS)
    .where("opinions.evidenceId", ">", after)
    .orderBy("opinions.evidenceId")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores what was said of a pair, unless one of its texts changed meanwhile; null where there was no answer. */
export async function storeOpinion({ id, sentence, quote }: Pair, opinion: Opinion | null): Promise<void> {
  const row = opinion ? stored(opinion) : { ...UNASKED, says: UNANSWERED, at: new Date().toISOString() };
  await db.transaction().execute(async (tx) => {
    const now = await tx.selectFrom("evidence").select(["sentence", "quote"]).where("id", "=", id).executeTakeFirst();
    if (now?.sentence !== sentence || now.quote !== quote) return;
    await tx
      .insertInto("opinions")
      .values({ evidenceId: id, ...row })
      .onConflict((conflict) => conflict.column("evidenceId").doUpdateSet(row))
      .execute();
  });
}
