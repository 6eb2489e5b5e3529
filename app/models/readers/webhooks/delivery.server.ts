/**
 * Delivers changes to webhooks in their order, each at least once. To claim a webhook, a node moves the time of its next
 * attempt by the database's clock, so that only one of several nodes delivers.
 */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Updateable } from "kysely";
import pLimit from "p-limit";
import { db, engine, type WebhookRow, type WebhooksTable } from "~/db.server";
import { log } from "~/log.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { type Change, changesSince, cursorAfter } from "~/models/readers/changes/changes.server";
import { PUBLIC_KINDS } from "~/models/records/shared/public-kinds";
import { digest } from "~/services/secrets.server";
import { ahead, DAY_MS, HOUR_MS, toIso } from "~/stored-times";
import { resealIfOld, send } from "./sending.server";
import { type Delivery, deliveriesOf, eventsOf, type WebhookEvent } from "./webhooks.server";

const SECOND_MS = 1_000;
const CHECK_EVERY_MS = 5 * SECOND_MS;
/** Holds back younger changes: a record gets its time before its commit, so an older one may still follow. */
const SETTLED_MS = 2 * SECOND_MS;
const CONCURRENCY = 4;
/** Limits the time for one webhook before others get a turn. */
const TURN_MS = 10 * SECOND_MS;
const CLAIM_MS = 60 * SECOND_MS;
/** Allows eight attempts within 24 hours: pauses of 30 seconds, 2, 8 and 32 minutes, 2, 9 and 12 hours. */
const MAX_ATTEMPTS = 8;
const retryDelayMs = (attempts: number) => Math.min(30 * SECOND_MS * 4 ** (attempts - 1), 12 * HOUR_MS);
/** Switches a webhook off after so many abandoned deliveries in a row. */
const MAX_GIVEN_UP = 3;
const MAX_STORED_DELIVERIES = 10;

interface DeliveryOptions {
  origin: string; // The origin of the sent addresses
  clock?: () => Promise<number>; // Milliseconds since 1970
  stopSignal?: AbortSignal;
}
type DeliveryContext = Required<DeliveryOptions>;

/** Starts the loop that delivers changes. The addresses in them begin with `origin`. */
export function startWebhooks(origin: string): Loop {
  return startLoop({ name: "webhooks", everyMs: CHECK_EVERY_MS, everywhere: true }, (stopSignal) =>
    deliverDue({ origin, stopSignal }),
  );
}

/** Delivers due changes to all webhooks, up to four webhooks at once. */
export async function deliverDue(options: DeliveryOptions): Promise<void> {
  const context: DeliveryContext = { clock: () => engine.now(), stopSignal: new AbortController().signal, ...options };
  const now = await context.clock();
  const dueWebhooks = await db
    .selectFrom("webhooks")
    .selectAll()
    .where("status", "=", "active")
    // Includes times beyond the longest pause, which a clock that ran ahead must have set.
    .where((e) =>
      e.or([
        e("nextAttemptAt", "<=", toIso(now)),
        e("nextAttemptAt", ">", ahead(retryDelayMs(MAX_ATTEMPTS), now).until),
      ]),
    )
    .orderBy("nextAttemptAt")
    .orderBy("id")
    .execute();
  const limit = pLimit(CONCURRENCY);
  await Promise.all(dueWebhooks.map((row) => limit(() => deliverForOneTurn(context, row))));
}

async function deliverForOneTurn(context: DeliveryContext, firstRow: WebhookRow): Promise<void> {
  const endsAt = performance.now() + TURN_MS;
  let row: WebhookRow | null = firstRow;
  while (row && performance.now() < endsAt && !context.stopSignal.aborted) {
    const now = await context.clock();
    const { change, event, cursor } = await nextChange(row, now);
    if (!change) {
      if (cursor !== row.cursor) await updateIfUnchanged(row, { cursor });
      return;
    }
    const claimedRow: WebhookRow | null = await updateIfUnchanged(row, {
      cursor,
      nextAttemptAt: toIso(now + CLAIM_MS),
      ...resealIfOld(row),
    });
    row = claimedRow && (await deliverChange(context, claimedRow, { change, event }));
  }
}

type NextChange = { change: Change; event: WebhookEvent } | { change: null; event: null };

/** Returns the next change whose event the webhook subscribes to, and the cursor right before it. */
async function nextChange(row: WebhookRow, now: number): Promise<NextChange & { cursor: string }> {
  const subscribedEvents = eventsOf(row);
  // Restarts a cursor from a clock that ran ahead: sends the changes of the last day again.
  let cursor = row.cursor > ahead(0, now).until ? toIso(now - DAY_MS) : row.cursor;
  for (;;) {
    const { changes, more } = await changesSince({ since: cursor }, now);
    for (const change of changes) {
      if (change.at > toIso(now - SETTLED_MS)) return { change: null, event: null, cursor };
      const event = eventOf(change);
      if (subscribedEvents.includes(event)) return { change, event, cursor };
      cursor = cursorAfter(change);
    }
    if (!more) return { change: null, event: null, cursor };
    await yieldToEventLoop(); // A whole import may be skipped here.
  }
}

function eventOf({ kind, change }: Change): WebhookEvent {
  return PUBLIC_KINDS[kind].events[change][0];
}

/** Delivers a change and returns the row after it; null if the webhook has nothing more to do in this turn. */
async function deliverChange(
  context: DeliveryContext,
  row: WebhookRow,
  { change, event }: { change: Change; event: WebhookEvent },
): Promise<WebhookRow | null> {
  const id = digest(`${row.id} ${change.id} ${change.at}`).slice(0, 32);
  const request = send(row, { id, body: bodyOf(change, event, context.origin) }, context.stopSignal);
  const result = await request.catch((error) => {
    if (context.stopSignal.aborted) return null;
    throw error;
  });
  const now = await context.clock();
  // Releases the claim when the site stops, so that the next start repeats the delivery.
  if (!result) return updateIfUnchanged(row, { nextAttemptAt: toIso(now) }).then(() => null);
  const attempts = row.attempts + 1;
  const attempt = {
    id,
    event,
    recordId: change.id,
    at: change.at,
    triedAt: toIso(now),
    attempts,
    answer: result.answer,
  };
  const isFinal = result.delivered || attempts >= MAX_ATTEMPTS;
  if (!isFinal) {
    const deliveries = addDelivery(row, { ...attempt, status: "failed" });
    await updateIfUnchanged(row, { attempts, deliveries, nextAttemptAt: toIso(now + retryDelayMs(attempts)) });
    return null;
  }
  const givenUp = result.delivered ? 0 : row.givenUp + 1;
  const status = givenUp < MAX_GIVEN_UP ? "active" : "off";
  if (status === "off") log.warn({ webhook: row.id, answer: result.answer }, "a webhook failed and is switched off");
  const deliveries = addDelivery(row, { ...attempt, status: result.delivered ? "delivered" : "given up" });
  const cursor = cursorAfter(change);
  const nextRow = await updateIfUnchanged(row, {
    cursor,
    status,
    attempts: 0,
    givenUp,
    deliveries,
    nextAttemptAt: toIso(now),
  });
  return result.delivered ? nextRow : null;
}

/** Returns the body of a delivery. A removed record has no address, because an address can contain a name. */
function bodyOf({ kind, id, slug, at }: Change, event: WebhookEvent, origin: string): string {
  const path = slug === null ? null : PUBLIC_KINDS[kind].path(slug);
  const url = path && origin + path;
  const api = slug === null ? null : `${origin}/api/${PUBLIC_KINDS[kind].table}/${slug}`;
  return JSON.stringify({ id, event, kind, slug, at, url, api });
}

function addDelivery(row: WebhookRow, delivery: Delivery): string {
  const otherDeliveries = deliveriesOf(row).filter(({ id }) => id !== delivery.id);
  return JSON.stringify([delivery, ...otherDeliveries].slice(0, MAX_STORED_DELIVERIES));
}

/** Changes a webhook if its row is unchanged; returns null if another node or an admin was faster. */
async function updateIfUnchanged(row: WebhookRow, values: Updateable<WebhooksTable>): Promise<WebhookRow | null> {
  const { numUpdatedRows } = await db
    .updateTable("webhooks")
    .set(values)
    .where("id", "=", row.id)
    .where("status", "=", row.status)
    .where("cursor", "=", row.cursor)
    .where("nextAttemptAt", "=", row.nextAttemptAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n ? ({ ...row, ...values } as WebhookRow) : null;
}
