/** Spaces the requests to services that ask for it, for all processes of a site together. */
import { db, engine } from "~/db.server";
import type { Turns } from "~/services/open-data.server";
import { isAhead } from "~/stored-times";

interface State {
  /** Milliseconds since 1970, by the database's clock. */
  nextAt: number;
  blockedUntil: number;
}

const cursorName = (service: string) => `turns ${service}`;
/** Limits a block, because no service asks for a longer pause. */
const MAX_BLOCK_MS = 24 * 60 * 60_000;
/** Limits the total wait for turns that follow one another. */
const MAX_WAIT_MS = 10 * 60_000;

const NO_STATE: State = { nextAt: 0, blockedUntil: 0 };

export const sharedTurns: Turns = {
  async take(service, paceMs) {
    let waitMs = 0;
    const state = await changeState(service, (before, now) => {
      const at = isAhead(before.nextAt, MAX_WAIT_MS, now) ? before.nextAt : now;
      waitMs = at - now;
      const blockedUntil = validBlock(before, now);
      return blockedUntil > now ? before : { blockedUntil, nextAt: at + paceMs };
    });
    return { waitMs, blockedUntil: state.blockedUntil };
  },
  async block(service, forMs) {
    await changeState(service, (before, now) => ({
      ...before,
      blockedUntil: Math.max(validBlock(before, now), now + forMs),
    }));
  },
};

function validBlock({ blockedUntil }: State, now: number): number {
  return isAhead(blockedUntil, MAX_BLOCK_MS, now) ? blockedUntil : 0;
}

/** Writes only over the state that it read; of two simultaneous processes, the second reads again. */
async function changeState(service: string, getNextState: (before: State, now: number) => State): Promise<State> {
  const name = cursorName(service);
  const cursors = db.selectFrom("cursors").select("value").where("name", "=", name);
  for (;;) {
    const storedCursor = (await cursors.executeTakeFirst())?.value;
    const nextState = getNextState(storedCursor ? JSON.parse(storedCursor) : NO_STATE, await engine.now());
    const value = JSON.stringify(nextState);
    if (value === storedCursor) return nextState;
    const writtenRows = storedCursor
      ? (
          await db
            .updateTable("cursors")
            .set({ value })
            .where("name", "=", name)
            .where("value", "=", storedCursor)
            .executeTakeFirst()
        ).numUpdatedRows
      : (
          await db
            .insertInto("cursors")
            .values({ name, value })
            .onConflict((c) => c.column("name").doNothing())
            .executeTakeFirst()
        ).numInsertedOrUpdatedRows;
    if (Number(writtenRows) > 0) return nextState;
  }
}
