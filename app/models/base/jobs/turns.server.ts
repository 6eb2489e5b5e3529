/** Spaces the requests to services that ask for it, for all processes of a site together. */
import { db, engine } from "~/db.server";
import { MAX_WAIT_MS, type Turns } from "~/services/open-data.server";
import { isAhead } from "~/stored-times";

interface State {
  /** Milliseconds since 1970, by the database's clock. */
  nextAt: number;
  blockedUntil: number;
}

const cursorName = (service: string) => `turns ${service}`;
/** Limits a block, because no service asks for a longer pause. */
const MAX_BLOCK_MS = 24 * 60 * 60_000;

const NO_STATE: State = { nextAt: 0, blockedUntil: 0 };

export const sharedTurns: Turns = {
  async take(service, paceMs, maxWaitMs = MAX_WAIT_MS) {
    let waitMs = 0;
    const state = await changeState(service, (formerState, now) => {
      const turnAt = isAhead(formerState.nextAt, MAX_WAIT_MS, now) ? formerState.nextAt : now;
      waitMs = turnAt - now;
      const blockedUntil = validBlock(formerState, now);
      if (paceMs === 0 || waitMs > maxWaitMs) return { ...formerState, blockedUntil };
      return blockedUntil > now ? formerState : { blockedUntil, nextAt: turnAt + paceMs };
    });
    return { waitMs, blockedUntil: state.blockedUntil };
  },
  async block(service, durationMs) {
    await changeState(service, (formerState, now) => ({
      ...formerState,
      blockedUntil: Math.max(validBlock(formerState, now), now + durationMs),
    }));
  },
};

function validBlock({ blockedUntil }: State, now: number): number {
  return isAhead(blockedUntil, MAX_BLOCK_MS, now) ? blockedUntil : 0;
}

/** Writes only over the state that it read; of two simultaneous processes, the second reads again. */
async function changeState(service: string, getNextState: (formerState: State, now: number) => State): Promise<State> {
  const name = cursorName(service);
  const cursors = db.selectFrom("cursors").select("value").where("name", "=", name);
  for (;;) {
    const storedCursor = (await cursors.executeTakeFirst())?.value;
    const nextState = getNextState(storedCursor ? JSON.parse(storedCursor) : NO_STATE, await engine.now());
    const value = JSON.stringify(nextState);
    if (value === storedCursor) return nextState;
    const writtenCount = storedCursor
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
    if (Number(writtenCount) > 0) return nextState;
  }
}
