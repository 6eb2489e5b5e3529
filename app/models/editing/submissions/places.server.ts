/**
 * Notes which editor has a submission open. Others see it, but it blocks nobody: of two decisions the first counts. A place
 * expires a minute after the last heartbeat by the database's clock, which all nodes share.
 */
import { z } from "zod";
import { db, engine, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { within } from "~/stored-times";
import { type QueuePlace, queuePlace } from "./review-record.server";

const EXPIRES_MS = 60_000;
/** Limits the places that are read; no team has more editors. */
const MAX_PLACES = 200;

export interface Place {
  /** The other editor's name; null if nobody else has the submission open. */
  by: string | null;
  /** The time of the other editor's arrival; null with `by`. */
  since: string | null;
}

const NO_PLACE: Place = { by: null, since: null };

export const PlaceInput = z.object({ takeOver: z.boolean("Send true or false.").default(false) });

/** Returns the other editor who has a submission open. Throws "missing". */
export async function placeAt(editor: Editor, id: string): Promise<Place> {
  return placeIn(editor, await queuePlace(id));
}

export async function placeIn(editor: Editor, { rowId }: Pick<QueuePlace, "rowId">): Promise<Place> {
  const [place] = await placesOfOthers(editor, { rowIds: [rowId] });
  return place ? { by: place.name, since: place.since } : NO_PLACE;
}

/**
 * Records a heartbeat of an editor who has a submission open. Takes the place if it is free or the editor's already,
 * and always with `isTakingOver`. Returns who else has it. Throws "missing".
 */
export async function takePlace(
  editor: Editor,
  id: string,
  { isTakingOver = false }: { isTakingOver?: boolean } = {},
): Promise<Place> {
  const { rowId } = await queuePlace(id);
  const now = await engine.now();
  const [time, activeSince] = [new Date(now).toISOString(), within(EXPIRES_MS, now)];
  await db
    .insertInto("reviewPlaces")
    .values({ submissionRowId: rowId, userId: editor.id, since: time, seenAt: time })
    .onConflict((conflict) =>
      conflict
        .column("submissionRowId")
        .doUpdateSet((eb) => ({
          userId: editor.id,
          since: eb
            .case()
            .when("reviewPlaces.userId", "=", editor.id)
            .then(eb.ref("reviewPlaces.since"))
            .else(time)
            .end(),
          seenAt: time,
        }))
        .where((eb) =>
          eb.or([
            eb("reviewPlaces.userId", "=", editor.id),
            eb("reviewPlaces.seenAt", "<=", activeSince.after),
            eb("reviewPlaces.seenAt", ">", activeSince.until),
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

/** Returns the names of other editors by the row of the submission that they have open. */
export async function reviewersOf(editor: Editor, rowIds: number[]): Promise<Map<number, string>> {
  if (rowIds.length === 0) return new Map();
  const places = await placesOfOthers(editor, { rowIds });
  return new Map(places.map(({ submissionRowId, name }) => [submissionRowId, name]));
}

/** Returns the rows that other editors have open, and 0, which is no row, so that the list is never empty. */
export async function rowIdsOpenElsewhere(editor: Editor): Promise<number[]> {
  return [0, ...(await placesOfOthers(editor, {})).map(({ submissionRowId }) => submissionRowId)];
}

async function placesOfOthers(editor: Editor, { rowIds }: { rowIds?: number[] }) {
  const activeSince = within(EXPIRES_MS, await engine.now());
  let places = readDb
    .selectFrom("reviewPlaces")
    .innerJoin("users", "users.id", "reviewPlaces.userId")
    .select(["submissionRowId", "since", "users.firstName", "users.lastName"])
    .where("reviewPlaces.userId", "!=", editor.id)
    .where("seenAt", ">", activeSince.after)
    .where("seenAt", "<=", activeSince.until)
    .orderBy("seenAt", "desc")
    .limit(MAX_PLACES);
  if (rowIds) places = places.where("submissionRowId", "in", rowIds);
  const rows = await places.execute();
  return rows.map(({ firstName, lastName, ...place }) => ({
    ...place,
    name: `${firstName} ${lastName}`.trim() || "Another editor",
  }));
}
