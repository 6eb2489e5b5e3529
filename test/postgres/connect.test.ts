/** Tests failures of connections to PostgreSQL: a request fails with a 4xx or a 503, and the next one works. */
import { once } from "node:events";
import { type AddressInfo, createServer, connect as dial, type Socket } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { db, readDb } from "~/db.server";
import { problemOf, statusOf } from "~/http/problems.server";
import { log } from "~/log.server";
import { diskFaultOf } from "~/services/disk-faults.server";
import type { Engine } from "../../db/engine";
import { connectPostgres, LONG_TIMEOUTS, TIMEOUTS } from "../../db/postgres/connect";

const address = String(process.env.DATABASE_URL);

async function open(timeOuts: Partial<typeof LONG_TIMEOUTS>, url = address): Promise<Engine> {
  const engine = await connectPostgres(url, { ...LONG_TIMEOUTS, ...timeOuts });
  onTestFinished(() => engine.close());
  return engine;
}

/** Returns the status and Retry-After of the answer to a request that fails with this error. */
async function answerTo(work: Promise<unknown>) {
  const error = await work.then(
    () => "It did not fail.",
    (reason: unknown) => reason,
  );
  const logSpy = vi.spyOn(log, "error").mockReturnValue(undefined);
  const problem = problemOf(error);
  logSpy.mockRestore();
  if (!problem) return String(error);
  const { status, headers } = statusOf(problem);
  return [status, headers.get("Retry-After")];
}

const store = ({ db }: Pick<Engine, "db">, name: string) =>
  db.transaction().execute((tx) => tx.insertInto("cursors").values({ name, value: "1" }).execute());
const isStored = async (name: string) =>
  (await readDb.selectFrom("cursors").select("name").where("name", "=", name).execute()).length > 0;

/** Opens a transaction that has written and waits. `end` lets it continue, and `done` is its outcome. */
async function heldTransaction({ db }: Pick<Engine, "db">, name: string) {
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let outcome: Promise<void> = Promise.resolve();
  const pid = await new Promise<number>((resolve, reject) => {
    outcome = db.transaction().execute(async (tx) => {
      await tx.insertInto("cursors").values({ name, value: "1" }).execute();
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS "pid"`.execute(tx);
      resolve(rows[0]?.pid as number);
      await held;
      await tx
        .insertInto("cursors")
        .values({ name: `${name} later`, value: "1" })
        .execute();
    });
    outcome.catch(reject);
  });
  return { pid, done: outcome, end };
}

test("a connection that ends in the middle of a transaction is a 503, nothing is stored, and the next one works", async () => {
  const { pid, done, end } = await heldTransaction({ db }, "ended");
  await sql`SELECT pg_terminate_backend(${pid})`.execute(readDb);
  await store({ db }, "after the end");
  end();
  expect(await answerTo(done)).toEqual([503, "5"]);
  expect([await isStored("ended"), await isStored("after the end")]).toEqual([false, true]);
});

test("a process that hangs in a transaction loses it, so that others can write, and writes nothing when it continues", async () => {
  const pausedEngine = await open({ idle_in_transaction_session_timeout: 200 });
  const { done, end } = await heldTransaction(pausedEngine, "paused");
  await store({ db }, "of another");
  end();
  expect(await answerTo(done)).toEqual([503, "5"]);
  expect([await isStored("paused"), await isStored("paused later")]).toEqual([false, false]);
  await store(pausedEngine, "awake");
});

test("a long wait for the lock, for a connection or for a slow query ends with 503 and Retry-After", async () => {
  const busyEngine = await open({ lock_timeout: 300, connectionTimeoutMillis: 600, statement_timeout: 1_000 });
  const { done, end } = await heldTransaction({ db }, "lock");
  const answers = Array.from({ length: 30 }, (_, index) => answerTo(store(busyEngine, `waiting ${index}`)));
  for (const answer of await Promise.all(answers)) expect(String(answer)).toBe("503,10");
  end();
  await done;
  await store(busyEngine, "lock is free");
  expect(await answerTo(sql`SELECT pg_sleep(60)`.execute(busyEngine.readDb))).toEqual([503, "10"]);
});

test("a server that falls silent is a 503, and its connection is not used again", async () => {
  const proxy = await startSilentProxy();
  const engine = await open({ query_timeout: 500, connectionTimeoutMillis: 2_000 }, proxy.url);
  await store(engine, "before the silence");
  const { done, end } = await heldTransaction(engine, "silent");
  proxy.silence();
  end();
  expect(await answerTo(done)).toEqual([503, "5"]);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE state = 'idle in transaction' AND datname = current_database()`.execute(readDb);
  await store(engine, "after the silence");
  expect([await isStored("silent"), await isStored("after the silence")]).toEqual([false, true]);
});

test("a connection that is lost while it commits leaves open whether it did, and the answer says so", async () => {
  await sql`CREATE FUNCTION "end"() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'`.execute(db);
  await sql`CREATE CONSTRAINT TRIGGER "ends" AFTER INSERT ON "cursors" DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW."name" = 'lost') EXECUTE FUNCTION "end"()`.execute(db);
  const error = await store({ db }, "lost").catch((reason: unknown) => reason);
  expect(diskFaultOf(error)).toBe("unsure");
  expect(await answerTo(Promise.reject(error))).toEqual([503, "5"]);
  await store({ db }, "after the loss");
  expect([await isStored("lost"), await isStored("after the loss")]).toEqual([false, true]);
});

test("a request waits ten seconds at most, also when the server hangs", () => {
  for (const [name, ms] of Object.entries(TIMEOUTS)) expect([name, ms < 10_000]).toEqual([name, true]);
});

test("text that PostgreSQL cannot store is refused with 400 or stored without the characters; counts are numbers; an empty list finds nothing", async () => {
  const randomName = Array.from({ length: 3_000 }, () => Math.random().toString(36).slice(2, 4)).join("");
  expect(await answerTo(store({ db }, randomName))).toEqual([400, null]);
  await store({ db }, "a\0b");
  expect([await isStored("ab"), await isStored("a\0b")]).toEqual([true, true]);
  const countQuery = readDb.selectFrom("cursors").select((e) => e.fn.countAll<number>().as("count"));
  expect(await countQuery.where("name", "in", []).executeTakeFirst()).toEqual({ count: 0 });
  expect(await countQuery.where("name", "not in", []).where("name", "=", "ab").executeTakeFirst()).toEqual({
    count: 1,
  });
});

/** Starts a proxy to PostgreSQL. After `silence`, its open connections carry nothing, but new connections work. */
async function startSilentProxy() {
  const [server, url] = [new URL(address), new URL(address)];
  const openSockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const upstream = dial(Number(server.port), server.hostname);
    for (const socket of [client, upstream]) openSockets.add(socket.on("error", () => {}));
    client.pipe(upstream).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    for (const socket of openSockets) socket.destroy();
    proxy.close();
  });
  url.port = String((proxy.address() as AddressInfo).port);
  const silence = () => {
    for (const socket of openSockets) socket.unpipe().pause();
  };
  return { url: url.href, silence };
}
