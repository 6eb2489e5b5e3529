/** Finds the most serious gaps, and the people with a gap one after the other, the most read profiles first. */
import { readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { GAPS, type Gap } from "~/models/editing/experts/gaps";
import { gapCounts, rowIdsWith } from "~/models/editing/experts/gaps.server";
import { type QuickEdit, quickEditOf } from "~/models/editing/experts/quick-edit.server";
import { visitsByProfile } from "~/models/readers/visits/statistics.server";

/** The gaps that an editor closes by hand, one person at a time, with their weight for readers. */
const WEIGHTS = { deadLink: 3, position: 3, biography: 2, source: 2, topic: 1, review: 0.5 } as const;
const WEIGHTED_GAPS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

const MAX_GAPS = 3;

export interface WorstGap {
  gap: Gap;
  label: string;
  count: number;
}

/** Returns up to three gaps, the worst first. */
export async function worstGaps(editor: Editor): Promise<WorstGap[]> {
  const counts = await gapCounts(editor, "");
  const views = await visitsByProfile(editor);
  const weighedGaps = await Promise.all(
    WEIGHTED_GAPS.filter((gap) => counts[gap] > 0).map(async (gap) => {
      const viewedRowIds = views.size > 0 ? (await rowIdsWith(gap)).filter((rowId) => views.has(rowId)) : [];
      const viewCount = viewedRowIds.reduce((sum, rowId) => sum + (views.get(rowId) ?? 0), 0);
      return { gap, label: GAPS[gap], count: counts[gap], weight: WEIGHTS[gap] * (counts[gap] + viewCount) };
    }),
  );
  const sortedGaps = weighedGaps.sort((first, second) => second.weight - first.weight).slice(0, MAX_GAPS);
  return sortedGaps.map(({ weight: _, ...gap }) => gap);
}

export interface PersonWithGap {
  gap: Gap;
  label: string;
  /** The number of remaining people, including this one. */
  left: number;
  /** The number of people who were skipped; this person follows them. */
  skip: number;
  person: QuickEdit;
  title: string;
}

/** Returns the person after `skip` others, starting over after the last one; null if nobody is left. */
export async function personWithGap(
  editor: Editor,
  gap: Gap,
  skip: number,
): Promise<PersonWithGap | { gap: Gap; label: string; person: null }> {
  const views = await visitsByProfile(editor);
  const rowIds = (await rowIdsWith(gap)).toSorted(
    (first, second) => (views.get(second) ?? 0) - (views.get(first) ?? 0),
  );
  const index = rowIds.length > 0 ? skip % rowIds.length : 0;
  const rowId = rowIds[index];
  if (rowId === undefined) return { gap, label: GAPS[gap], person: null };
  const row = readDb.selectFrom("experts").select(["id", "title"]).where("rowId", "=", rowId);
  const { id, title } = await row.executeTakeFirstOrThrow();
  return { gap, label: GAPS[gap], left: rowIds.length, skip: index, person: await quickEditOf(editor, id), title };
}

/** Returns a gap by its name. Throws "missing" for any other text. */
export function gapNamed(name: string | undefined): Gap {
  if (name && Object.hasOwn(WEIGHTS, name)) return name as Gap;
  throw new AppError("missing", "There is nothing at this address.");
}
