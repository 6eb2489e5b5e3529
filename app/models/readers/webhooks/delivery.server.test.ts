import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "~/db.server";
import { log } from "~/log.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { seal, secrets, unseal } from "~/services/secrets.server";
import { member, signedIn } from "../../../../test/support/members";
import { deliverDue } from "./delivery.server";
import { SECRET } from "./sending.server";
import { createWebhook, deliveriesOf } from "./webhooks.server";

const receiver = await vi.hoisted(async () => {
  const { startReceiver } = await import("../../../../test/support/receiver");
  const receiver = await startReceiver();
  process.env.FETCH_PRIVATE = receiver.place;
  return receiver;
});
afterAll(() => receiver.stop());

const HOUR = 3_600_000;
const admin = await signedIn(asAdmin(await member({ firstName: "Ada", lastName: "Admin", role: "admin" })));
let now = 0;
const round = (more = {}) => deliverDue({ origin: "https://site.example", clock: async () => now, ...more });
const only = () => db.selectFrom("webhooks").selectAll().executeTakeFirstOrThrow();

beforeEach(async () => {
  for (const table of ["webhooks", "removals"] as const) await db.deleteFrom(table).execute();
  receiver.received.length = 0;
  receiver.at["/"] = 200;
  await createWebhook(admin, { url: receiver.url, events: ["expert.removed"] });
  now = Date.now() + HOUR;
});

/** Removes rows: a change that needs no other row. */
async function remove(...ids: string[]): Promise<void> {
  const at = new Date(now - HOUR / 2).toISOString();
  await db
    .insertInto("removals")
    .values(ids.map((id) => ({ id, kind: "expert", at }) as const))
    .execute();
}

const deliveredIds = () => receiver.received.map(({ body }) => JSON.parse(body).id);

test("several nodes together deliver each change once, in order, also those of one moment", async () => {
  const ids = Array.from({ length: 30 }, (_, n) => `id${String(n).padStart(2, "0")}`);
  await remove(...ids);
  await Promise.all([round(), round(), round()]);
  await round();
  expect(deliveredIds()).toEqual(ids);
  expect(deliveriesOf(await only()).map(({ recordId }) => recordId)).toEqual(ids.slice(-10).reverse());
});

test("what is about to be committed beside it is waited for", async () => {
  await db
    .insertInto("removals")
    .values({ id: "young", kind: "expert", at: new Date(now - 1_000).toISOString() })
    .execute();
  await round();
  expect(deliveredIds()).toEqual([]);
  now += 2_000;
  await round();
  expect(deliveredIds()).toEqual(["young"]);
});

test("a delivery is given up after a day of eight attempts, and the third in a row switches the webhook off", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  receiver.at["/"] = 500;
  await remove("a", "b", "c", "d");
  const started = now;
  const days: number[] = [];
  for (let attempts = 1; attempts <= 24; attempts++) {
    await round();
    if (attempts % 8 === 0) days.push((now - started) / HOUR);
    const row = await only();
    now = Date.parse(row.nextAttemptAt);
  }
  expect(deliveredIds()).toEqual(["a", "b", "c"].flatMap((id) => Array(8).fill(id)));
  expect(days[0]).toBeGreaterThan(22);
  expect(days[0]).toBeLessThan(24);
  expect((await only()).status).toBe("off");
  expect(warn).toHaveBeenCalledOnce();
  now += HOUR;
  await round();
  expect(deliveredIds()).toHaveLength(24);
  warn.mockRestore();
});

test("a status takes a delivery, though the body after it never ends; one that switches protocols fails at once", async () => {
  receiver.at["/"] = (_request, response) => {
    response.writeHead(202).write("received, and more to come");
  };
  await remove("a", "b");
  await round();
  expect(deliveredIds()).toEqual(["a", "b"]);
  expect(deliveriesOf(await only()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);

  receiver.at["/"] = ({ socket }) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  };
  await remove("c");
  await round();
  expect(deliveriesOf(await only())[0]).toMatchObject({ status: "failed", answer: "its answer cannot be read" });
});

test("a success in between is a new beginning", async () => {
  await db.updateTable("webhooks").set({ attempts: 5, givenUp: 2 }).execute();
  await remove("a");
  await round();
  expect(await only()).toMatchObject({ attempts: 0, givenUp: 0, status: "active" });
});

test("the next delivery seals the secret with the newest SESSION_SECRET, so that the older one can be removed", async () => {
  const list = secrets as string[];
  const before = unseal(SECRET, (await only()).secret);
  list.unshift("a newer secret ".repeat(3));
  try {
    expect(unseal(SECRET, (await only()).secret)?.isOld).toBe(true);
    await remove("a");
    await round();
    expect(deliveredIds()).toEqual(["a"]);
    expect(unseal(SECRET, (await only()).secret)).toEqual({ text: before?.text, isOld: false });
  } finally {
    list.shift();
  }
});

test("a secret of the form before Standard Webhooks signs nothing, and says what to do", async () => {
  await db
    .updateTable("webhooks")
    .set({ secret: seal(SECRET, "whs_older") })
    .execute();
  await remove("a");
  await round();
  expect(deliveredIds()).toEqual([]);
  expect(deliveriesOf(await only())).toMatchObject([{ answer: "its secret has an older form: make it anew" }]);
});

test("a stop costs no attempt: the next start goes on with the same delivery", async () => {
  const stop = new AbortController();
  receiver.at["/"] = () => stop.abort();
  await remove("a");
  await round({ stopping: stop.signal });
  expect(await only()).toMatchObject({ attempts: 0, deliveries: "[]" });
  receiver.at["/"] = 200;
  await round();
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(deliveredIds()).toEqual(["a", "a"]);
});

test("a node that died keeps others waiting for a minute only", async () => {
  await remove("a");
  await db
    .updateTable("webhooks")
    .set({ nextAttemptAt: new Date(now + 60_000).toISOString() })
    .execute();
  await round();
  expect(deliveredIds()).toEqual([]);
  now += 60_000;
  await round();
  expect(deliveredIds()).toEqual(["a"]);
});
