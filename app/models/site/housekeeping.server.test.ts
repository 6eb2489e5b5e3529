import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { db, engine, migrate } from "~/db.server";
import { issueToken } from "~/models/accounts/one-time-tokens.server";
import { insertUser } from "~/models/accounts/register.server";
import { sessionRows } from "~/models/accounts/sessions.server";
import { somebody } from "../../../test/support/accounts";
import { startHousekeeping } from "./housekeeping.server";

beforeAll(async () => {
  await migrate(db);
});
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(engine.now).mockRestore();
});

test("sessions and tokens go when their time is over, and no others", async () => {
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  vi.spyOn(engine, "now").mockImplementation(async () => Date.now());
  const user = await insertUser(db, { ...somebody(), role: "user" });
  await sessionRows.createData({ user });
  await sessionRows.createData({ state: "of a visitor, for an hour" });
  await issueToken(db, { purpose: "reset", userId: user.id, minutes: 60 });
  await issueToken(db, { purpose: "verify", userId: user.id, minutes: 24 * 60 });

  await cleanUp({ sessions: 2, tokens: 2 });
  vi.setSystemTime(start + 61 * 60_000);
  await cleanUp({ sessions: 1, tokens: 1 });
  vi.setSystemTime(start + 31 * 24 * 60 * 60_000);
  await cleanUp({ sessions: 0, tokens: 0 });
});

async function cleanUp(expected: { sessions: number; tokens: number }) {
  const housekeeping = startHousekeeping();
  await vi.waitFor(async () => expect(await left()).toEqual(expected), { timeout: 30_000 });
  await housekeeping.stop();
}

async function left() {
  const [sessions, tokens] = await Promise.all([
    db.selectFrom("sessions").select("idHash").execute(),
    db.selectFrom("oneTimeTokens").select("hash").execute(),
  ]);
  return { sessions: sessions.length, tokens: tokens.length };
}
