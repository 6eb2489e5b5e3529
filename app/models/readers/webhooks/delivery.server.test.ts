import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "~/db.server";
import { log } from "~/log.server";
import { asAdmin, type Editor } from "~/models/base/accounts/admin.server";
import { seal, secrets, unseal } from "~/services/secrets.server";
import { HOUR_MS } from "~/stored-times";
import { addMember, withSession } from "../../../../test/support/members";
import { deliverDue } from "./delivery.server";
import { webhooksPart } from "./part.server";
import { SECRET_PURPOSE } from "./sending.server";
import { createWebhook, deliveriesOf, testWebhook } from "./webhooks.server";

const receiver = await vi.hoisted(async () => {
  const { startReceiver } = await import("../../../../test/support/receiver");
  const receiver = await startReceiver();
  process.env.FETCH_PRIVATE = receiver.host;
  return receiver;
});
afterAll(() => receiver.stop());

const admin = await withSession(asAdmin(await addMember({ firstName: "Ada", lastName: "Admin", role: "admin" })));
let now = 0;
const deliverRound = (options = {}) =>
  deliverDue({ origin: "https://site.example", clock: async () => now, ...options });
const readWebhook = () => db.selectFrom("webhooks").selectAll().executeTakeFirstOrThrow();

beforeEach(async () => {
  for (const table of ["webhooks", "removals"] as const) await db.deleteFrom(table).execute();
  receiver.deliveries.length = 0;
  receiver.answers["/"] = 200;
  await createWebhook(admin, { url: receiver.url, events: ["expert.removed"] });
  now = Date.now() + HOUR_MS;
});

/** Adds removals, the only change that needs no other row. */
async function addRemovals(...ids: string[]): Promise<void> {
  const at = new Date(now - HOUR_MS / 2).toISOString();
  await db
    .insertInto("removals")
    .values(ids.map((id) => ({ id, kind: "expert", at }) as const))
    .execute();
}

const deliveredIds = () => receiver.deliveries.map(({ body }) => JSON.parse(body).id);

test("several nodes deliver each change once and in order, including changes with the same time", async () => {
  const ids = Array.from({ length: 30 }, (_, n) => `id${String(n).padStart(2, "0")}`);
  await addRemovals(...ids);
  await Promise.all([deliverRound(), deliverRound(), deliverRound()]);
  await deliverRound();
  expect(deliveredIds()).toEqual(ids);
  expect(deliveriesOf(await readWebhook()).map(({ recordId }) => recordId)).toEqual(ids.slice(-10).reverse());
});

test("waits before it delivers a young change, because an older one may still be committed", async () => {
  await db
    .insertInto("removals")
    .values({ id: "young", kind: "expert", at: new Date(now - 1_000).toISOString() })
    .execute();
  await deliverRound();
  expect(deliveredIds()).toEqual([]);
  now += 2_000;
  await deliverRound();
  expect(deliveredIds()).toEqual(["young"]);
});

test("gives up a delivery after eight attempts in a day, and switches the webhook off after three in a row", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  receiver.answers["/"] = 500;
  await addRemovals("a", "b", "c", "d");
  const startedAt = now;
  const hoursPerDelivery: number[] = [];
  for (let attempts = 1; attempts <= 24; attempts++) {
    await deliverRound();
    if (attempts % 8 === 0) hoursPerDelivery.push((now - startedAt) / HOUR_MS);
    const row = await readWebhook();
    now = Date.parse(row.nextAttemptAt);
  }
  expect(deliveredIds()).toEqual(["a", "b", "c"].flatMap((id) => Array(8).fill(id)));
  expect(hoursPerDelivery[0]).toBeGreaterThan(22);
  expect(hoursPerDelivery[0]).toBeLessThan(24);
  expect((await readWebhook()).status).toBe("off");
  expect(warn).toHaveBeenCalledOnce();
  now += HOUR_MS;
  await deliverRound();
  expect(deliveredIds()).toHaveLength(24);
  warn.mockRestore();
});

test("an answer with status 202 and an endless body counts as delivered; a switch of protocols fails at once", async () => {
  receiver.answers["/"] = (_request, response) => {
    response.writeHead(202).write("received, and more to come");
  };
  await addRemovals("a", "b");
  await deliverRound();
  expect(deliveredIds()).toEqual(["a", "b"]);
  expect(deliveriesOf(await readWebhook()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);

  receiver.answers["/"] = ({ socket }) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  };
  await addRemovals("c");
  await deliverRound();
  expect(deliveriesOf(await readWebhook())[0]).toMatchObject({ status: "failed", answer: "its answer cannot be read" });
});

test("a success resets the count of failures", async () => {
  await db.updateTable("webhooks").set({ attempts: 5, givenUp: 2 }).execute();
  await addRemovals("a");
  await deliverRound();
  expect(await readWebhook()).toMatchObject({ attempts: 0, givenUp: 0, status: "active" });
});

test("the next delivery seals the webhook's secret with the newest SESSION_SECRET, so that the older one can be removed", async () => {
  const sessionSecrets = secrets as string[];
  const originalSecret = unseal(SECRET_PURPOSE, (await readWebhook()).secret);
  sessionSecrets.unshift("a newer secret ".repeat(3));
  try {
    expect(unseal(SECRET_PURPOSE, (await readWebhook()).secret)?.isOld).toBe(true);
    await addRemovals("a");
    await deliverRound();
    expect(deliveredIds()).toEqual(["a"]);
    expect(unseal(SECRET_PURPOSE, (await readWebhook()).secret)).toEqual({ text: originalSecret?.text, isOld: false });
  } finally {
    sessionSecrets.shift();
  }
});

test("a test by an admin seals the webhook's secret with the newest SESSION_SECRET, too", async () => {
  const { id } = await readWebhook();
  const sessionSecrets = secrets as string[];
  sessionSecrets.unshift("a newest secret ".repeat(3));
  try {
    expect(await testWebhook(admin, id)).toMatchObject({ delivered: true });
    expect(unseal(SECRET_PURPOSE, (await readWebhook()).secret)?.isOld).toBe(false);
  } finally {
    sessionSecrets.shift();
  }
});

test("the dashboard tells admins how many webhooks were switched off, and editors nothing", async () => {
  const texts = async (editor: Editor) =>
    (await webhooksPart.attention(editor)).flatMap(({ text }) =>
      text.map((piece) => (typeof piece === "string" ? piece : "text" in piece ? piece.text : "")).join(""),
    );
  const reason = "switched off, because deliveries failed for days.";
  expect(await texts(admin)).toEqual([]);
  await db.updateTable("webhooks").set({ status: "off" }).execute();
  expect(await texts(admin)).toEqual([`A webhook was ${reason}`]);
  await createWebhook(admin, { url: receiver.url, events: ["expert.removed"] });
  await db.updateTable("webhooks").set({ status: "off" }).execute();
  expect(await texts(admin)).toEqual([`2 webhooks were ${reason}`]);
  expect(await texts({ ...admin, role: "editor" } as Editor)).toEqual([]);
});

test("does not sign with a secret in the format before Standard Webhooks, and tells what to do", async () => {
  await db
    .updateTable("webhooks")
    .set({ secret: seal(SECRET_PURPOSE, "whs_older") })
    .execute();
  await addRemovals("a");
  await deliverRound();
  expect(deliveredIds()).toEqual([]);
  expect(deliveriesOf(await readWebhook())).toMatchObject([
    { answer: "its secret has an older format: delete this webhook and create it again" },
  ]);
});

test("an attempt interrupted by a stop does not count, and the next start repeats the delivery", async () => {
  const stop = new AbortController();
  receiver.answers["/"] = () => stop.abort();
  await addRemovals("a");
  await deliverRound({ stopSignal: stop.signal });
  expect(await readWebhook()).toMatchObject({ attempts: 0, deliveries: "[]" });
  receiver.answers["/"] = 200;
  await deliverRound();
  expect(new Set(receiver.deliveries.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(deliveredIds()).toEqual(["a", "a"]);
});

test("a node that died blocks a webhook for one minute at most", async () => {
  await addRemovals("a");
  await db
    .updateTable("webhooks")
    .set({ nextAttemptAt: new Date(now + 60_000).toISOString() })
    .execute();
  await deliverRound();
  expect(deliveredIds()).toEqual([]);
  now += 60_000;
  await deliverRound();
  expect(deliveredIds()).toEqual(["a"]);
});
