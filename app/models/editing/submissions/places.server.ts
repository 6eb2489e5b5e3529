/**
 * Notes who has a submission open. Others see it, and it blocks nobody: of two decisions the first counts. A place ends a
 * minute after the last sign of life, by the database's clock, so that it means the same on every node.
 */
import { z } from "zod";
import { db, engine, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { within } from "~/stored-times";
import { type QueuePlace, queuePlace } from "./review-record.server";

const AWAY_MS = 60_000;
/** More places than are looked through when the next submission is chosen: no team is larger. */
const MOST = 200;

export interface Place {
  /** The other editor's name; null for the editor's own place, or an empty one. */
  by: string | null;
  /** The time of the other editor's arrival; null with `by`. */
  since: string | null;
}

const NOBODY: Place = { by: null, since: null };

export const PlaceInput = z.object({ takeOver: z.boolean("Send true or false.").default(false) });

/** Tells who else has it open. Throws "missing". */
export async function placeAt(editor: Editor, id: string): Promise<Place> {
  return placeIn(editor, await queuePlace(id));
}

export async function placeIn(editor: Editor, { rowId }: Pick<QueuePlace, "rowId">): Promise<Place> {
  const [place] = await placesOfOthers(editor, { rowIds: [rowId] });
  return place ? { by: place.name, since: place.since } : NOBODY;
}

/**
 * A sign of life of somebody who has it open: takes the place when it is free or their own, and with `isTakingOver` in any case. Gives
 * who has it otherwise. Throws "missing".
 */
export async function takePlace(
  editor: Editor,
  id: string,
  { isTakingOver = false }: { isTakingOver?: boolean } = {},
): Promise<Place> {
  const { rowId } = await queuePlace(id);
  const now = await engine.now();
  const [at, present] = [new Date(now).toISOString(), within(AWAY_MS, now)];
  await db
    .insertInto("reviewPlaces")
    .values({ submissionRowId: rowId, userId: editor.id, since: at, seenAt: at })
    .onConflict((conflict) =>
      conflict
        .column("submissionRowId")
        .doUpdateSet((eb) => ({
          userId: editor.id,
          since: eb
            .case()
            .when("reviewPlaces.userId", "=", editor.id)
            .then(eb.ref("reviewPlaces.since"))
            .else(at)
            .end(),
          seenAt: at,
        }))
        .where((eb) =>
          eb.or([
            eb("reviewPlaces.userId", "=", editor.id),
            eb("reviewPlaces.seenAt", "<=", present.after),
            eb("reviewPlaces.seenAt", ">", present.until),
            eb.lit(isTakingOver),
          ]),
        ),
    )
    .execute();
  return placeIn(editor, { rowId });
}

/** Leaves a place; does nothing if another editor has it now. */
export async function leavePlace(editor: Editor, id: string): Promise<void> {
  const { rowId } = await queuePlace(id);
  await db.deleteFrom("reviewPlaces").where("submissionRowId", "=", rowId).where("userId", "=", editor.id).execute();
}

/** The names of the other editors by the submissions that they have open. */
export async function reviewersOf(editor: Editor, rowIds: number[]): Promise<Map<number, string>> {
  if (rowIds.length === 0) return new Map();
  const places = await placesOfOthers(editor, { rowIds });
  return new Map(places.map(({ submissionRowId, name }) => [submissionRowId, name]));
}

/** Returns row ids, and 0, which belongs to none. */
export async function takenByOthers(editor: Editor): Promise<number[]> {
  return [0, ...(await placesOfOthers(editor, {})).map(({ submissionRowId }) => submissionRowId)];
}

async function placesOfOthers(editor: Editor, { rowIds }: { rowIds?: number[] }) {
  const present = within(AWAY_MS, await engine.now());
  let places = readDb
    .selectFrom("reviewPlaces")
    .innerJoin("users", "users.id", "reviewPlaces.userId")
    .select(["submissionRowId", "since", "users.firstName", "users.lastName"])
    .where("reviewPlaces.userId", "!=", editor.id)
    .where("seenAt", ">", present.after)
    .where("seenAt", "<=", present.until)
    .orderBy("seenAt", "desc")
    .limit(MOST);
  if (rowIds) places = places.where("submissionRowId", "in", rowIds);
  const rows = await places.execute();
  return rows.map(({ firstName, lastName, ...place }) => ({
    ...place,
    name: `${firstName} ${lastName}`.trim() || "Another editor",
  }));
}
