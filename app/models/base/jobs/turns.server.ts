/** Turns at services that want their requests spaced, shared by all processes of a site. */
import { db, engine } from "~/db.server";
import type { Turns } from "~/services/open-data.server";
import { isAhead } from "~/stored-times";

interface State {
  /** Milliseconds since 1970, by the database's clock. */
  nextAt: number;
  blockedUntil: number;
}

const NAME = (service: string) => `turns ${service}`;
/** The longest pause that a service can ask for. */
const BLOCKED_MS = 24 * 60 * 60_000;
/** The longest time for turns that wait one after the other. */
const WAITING_MS = 10 * 60_000;

const NONE: State = { nextAt: 0, blockedUntil: 0 };

export const sharedTurns: Turns = {
  async take(service, paceMs) {
    let waitMs = 0;
    const state = await change(service, (before, now) => {
      const at = isAhead(before.nextAt, WAITING_MS, now) ? before.nextAt : now;
      waitMs = at - now;
      const blockedUntil = blockedUntilOf(before, now);
      return blockedUntil > now ? before : { blockedUntil, nextAt: at + paceMs };
    });
    return { waitMs, blockedUntil: state.blockedUntil };
  },
  async block(service, forMs) {
    await change(service, (before, now) => ({
      ...before,
      blockedUntil: Math.max(blockedUntilOf(before, now), now + forMs),
    }));
  },
};

function blockedUntilOf({ blockedUntil }: State, now: number): number {
  return isAhead(blockedUntil, BLOCKED_MS, now) ? blockedUntil : 0;
}

/** Writes only over the state that was read: of two simultaneous processes the second one reads again. */
async function change(service: string, next: (before: State, now: number) => State): Promise<State> {
  const name = NAME(service);
  const cursors = db.selectFrom("cursors").select("value").where("name", "=", name);
  for (;;) {
    const stored = (await cursors.executeTakeFirst())?.value;
    const after = next(stored ? JSON.parse(stored) : NONE, await engine.now());
    const value = JSON.stringify(after);
    if (value === stored) return after;
    const written = stored
      ? (
          await db
            .updateTable("cursors")
            .set({ value })
            .where("name", "=", name)
            .where("value", "=", stored)
            .executeTakeFirst()
        ).numUpdatedRows
      : (
          await db
            .insertInto("cursors")
            .values({ name, value })
            .onConflict((c) => c.column("name").doNothing())
            .executeTakeFirst()
        ).numInsertedOrUpdatedRows;
    if (Number(written) > 0) return after;
  }
}
