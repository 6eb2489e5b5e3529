/** Marks the profiles whose sentences all have a source. They have a listing and a mark on their cards. */

import { db, type ExpertRow, type Queryable, renewScopes } from "~/db.server";
import { readCursor, writeCursor } from "~/models/base/jobs/cursor.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { parseHighlight } from "~/models/base/web/entry-lines";
import { FULLY_SOURCED, facetListing } from "~/models/records/listings/facets";
import { EVERYONE } from "~/models/records/listings/listing.server";
import { HOUR_MS } from "~/stored-times";
import { Footnotes } from "./footnotes";
import { toEvidence } from "./rows.server";

/** The fields whose sentences need a source for the mark; a title needs none. */
export const MARKED_FIELDS = [
  "longevityInterviewShortDescription",
  "longevityInterviewLongDescription",
  "productDescription",
  "longevityContribution",
  "biography",
  "scienceHighlights",
] as const;
const COLUMNS = ["rowId", "sourced", ...MARKED_FIELDS] as const;

type Texts = Pick<ExpertRow, (typeof COLUMNS)[number]>;

/** The number of highlights on a profile. */
export const HIGHLIGHTS = 3;

export function shownHighlights(entries: string[]): string[] {
  return entries.filter((entry) => parseHighlight(entry, "")).slice(0, HIGHLIGHTS);
}

/**
 * Marks those of the profiles that are fully sourced, by the sentences that their pages show. Takes at most 1,000 row numbers.
 */
export async function updateSourced(tx: Queryable, rowIds: number[]): Promise<void> {
  if (rowIds.length === 0) return;
  const rows = await tx
    .selectFrom("evidence")
    .selectAll()
    .where("expertRowId", "in", rowIds)
    .orderBy("rowId")
    .execute();
  const rowsByExpert = Map.groupBy(rows, ({ expertRowId }) => expertRowId as number);
  // Skips profiles that have no evidence and had none.
  const experts = await tx
    .selectFrom("experts")
    .select(COLUMNS)
    .where("rowId", "in", rowIds)
    .where((eb) => eb.or([eb("sourced", "=", 1), eb("rowId", "in", [0, ...rowsByExpert.keys()])]))
    .execute();
  for (const expert of experts) {
    const isSourced = isFullySourced(expert, (rowsByExpert.get(expert.rowId) ?? []).map(toEvidence));
    if (isSourced !== (expert.sourced === 1)) await writeSourced(tx, expert.rowId, isSourced);
  }
}

function isFullySourced(expert: Texts, evidence: ReturnType<typeof toEvidence>[]): boolean {
  const highlights: string[] = JSON.parse(expert.scienceHighlights);
  const footnotes = new Footnotes({ ...expert, scienceHighlights: highlights }, evidence);
  footnotes.cite("longevityInterviewShortDescription", expert.longevityInterviewShortDescription);
  footnotes.cite("longevityInterviewLongDescription", expert.longevityInterviewLongDescription);
  footnotes.cite("productDescription", expert.productDescription);
  footnotes.cite("longevityContribution", expert.longevityContribution);
  footnotes.inMarkdown("biography", expert.biography);
  for (const entry of shownHighlights(highlights)) footnotes.citeEntry("scienceHighlights", entry);
  return footnotes.isComplete;
}

async function writeSourced(tx: Queryable, rowId: number, isSourced: boolean): Promise<void> {
  await tx
    .updateTable("experts")
    .set({ sourced: isSourced ? 1 : 0 })
    .where("rowId", "=", rowId)
    .execute();
  const category = facetListing("sourced", FULLY_SOURCED);
  const listing = tx.selectFrom("listing").selectAll().where("expertRowId", "=", rowId);
  const entry = await listing.where("category", "=", EVERYONE).executeTakeFirst();
  await tx.deleteFrom("listing").where("expertRowId", "=", rowId).where("category", "=", category).execute();
  if (isSourced && entry)
    await tx
      .insertInto("listing")
      .values({ ...entry, category })
      .execute();
  await renewScopes(tx, [rowId]);
}

const NAME = "sourced";
const BATCH_SIZE = 200;

/** Marks once, after an update, the profiles that had their sources before this column existed. */
export function startSourcedUpdate(): Loop {
  return startLoop({ name: NAME, everyMs: HOUR_MS }, updateUncheckedProfiles);
}

async function updateUncheckedProfiles(): Promise<void> {
  let afterRowId = (await readCursor<{ after: number | null }>(NAME))?.after;
  while (afterRowId !== null) {
    const from = afterRowId ?? 0;
    const rows = await db
      .selectFrom("evidence")
      .select("expertRowId")
      .distinct()
      .where("expertRowId", ">", from)
      .orderBy("expertRowId")
      .limit(BATCH_SIZE)
      .execute();
    const rowIds = rows.map(({ expertRowId }) => expertRowId as number);
    await db.transaction().execute((tx) => updateSourced(tx, rowIds));
    afterRowId = rowIds.length < BATCH_SIZE ? null : (rowIds.at(-1) as number);
    await writeCursor(NAME, { after: afterRowId });
  }
}
