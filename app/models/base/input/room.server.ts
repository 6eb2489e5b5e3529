import type { AliasedExpression } from "kysely";
import type { Queryable } from "~/db.server";

interface TextQuery {
  as(alias: "stored"): AliasedExpression<{ text: string }, "stored">;
}

/** Tells whether `length` more characters fit: stored and new texts may have at most `maxTotal` together. */
export async function hasRoom(
  tx: Queryable,
  storedTexts: TextQuery,
  { length, maxTotal }: { length: number; maxTotal: number },
): Promise<boolean> {
  const { total } = await tx
    .selectFrom(storedTexts.as("stored"))
    .select((eb) => eb.fn.sum<number | string | null>(eb.fn("length", ["stored.text"])).as("total"))
    .executeTakeFirstOrThrow();
  return Number(total ?? 0) + length <= maxTotal;
}
