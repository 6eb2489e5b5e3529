/** Tests a hanging server: one time-out, then immediate errors until it answers again. */
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "../../test/support/eventually";
import { findPostgres, startPostgres } from "../../test/support/postgres";
import { connectPostgres, TIMEOUTS } from "./connect";
import { DatabaseSilent, OutageDetector } from "./outage-detector";

const SHORT_TIMEOUTS = { ...TIMEOUTS, statement_timeout: 1_000, query_timeout: 1_500, connectionTimeoutMillis: 1_000 };

const programs = findPostgres({ install: false });

test.skipIf(!programs)(
  "reliability 45 a hanging server costs one time-out; further queries fail at once until it answers again",
  async () => {
    const server = await startPostgres(programs as string);
    onTestFinished(() => server.stop());
    const engine = await connectPostgres(server.addressOf("postgres"), SHORT_TIMEOUTS);
    onTestFinished(() => engine.close());
    const read = () => sql`SELECT 1`.execute(engine.readDb);
    const write = () => engine.db.transaction().execute((tx) => sql`SELECT 1`.execute(tx));
    await Promise.all([read(), write()]);

    server.pause();
    const firstResult = await read().catch((error: Error) => error);
    expect(String(firstResult)).toMatch(/timeout/);
    // The probe of the server takes another moment.
    await eventually(() => expect(read()).rejects.toBeInstanceOf(DatabaseSilent));
    for (const step of [
      read,
      write,
      read,
      write,
      () => engine.now(),
      () => engine.contentVersion(),
      () => engine.tryWriting(),
    ])
      await expect(step()).rejects.toBeInstanceOf(DatabaseSilent);

    server.resume();
    await eventually(() => Promise.all([read(), write()]));
  },
);

test("reliability 45 one slow query does not count as a hanging server", async () => {
  const probe = vi.fn(() => Promise.resolve());
  const detector = new OutageDetector(probe);
  detector.suspect();
  detector.suspect();
  await eventually(() => expect(probe).toHaveBeenCalledTimes(1));
  expect(() => detector.check()).not.toThrow();
});
