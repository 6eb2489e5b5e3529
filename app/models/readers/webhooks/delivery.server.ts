import { PUBLIC_KINDS } from "~/models/records/shared/public-kinds";
/**
 * Delivers changes to webhooks: each in the order of the changes, at least once. A webhook's claim is the time of its next
 * attempt, by the database's clock, so that of several nodes one delivers.
 */

import { setImmediate as othersTurn } from "node:timers/promises";
import type { Updateable } from "kysely";
import pLimit from "p-limit";
import { db, engine, type WebhookRow, type WebhooksTable } from "~/db.server";
import { log } from "~/log.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { type Change, changesSince, cursorAfter } from "~/models/readers/changes/changes.server";
import { digest } from "~/services/secrets.server";
import { ahead } from "~/stored-times";
import { resealed, send } from "./sending.server";
import { type Delivery, deliveriesOf, eventsOf, type WebhookEvent } from "./webhooks.server";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const LOOK_EVERY_MS = 5 * SECOND_MS;
/**
 * The age from which a change is settled: a record gets its time before it is committed, so a younger one may still be
 * overtaken.
 */
const SETTLED_MS = 2 * SECOND_MS;
const AT_ONCE = 4;
/** After which others have a turn. */
const TURN_MS = 10 * SECOND_MS;
const CLAIM_MS = 60 * SECOND_MS;
/** Eight attempts within 24 hours: after 30 seconds, 2, 8 and 32 minutes, 2, 9 and 12 hours. */
const ATTEMPTS = 8;
const delayMs = (attempts: number) => Math.min(30 * SECOND_MS * 4 ** (attempts - 1), 12 * HOUR_MS);
/** Deliveries given up in a row, after which a webhook is switched off. */
const MAX_GIVEN_UP = 3;
const KEPT_DELIVERIES = 10;

interface Round {
  origin: string; // The origin of the sent addresses
  clock?: () => Promise<number>; // Milliseconds since 1970
  stopping?: AbortSignal;
}
type Surroundings = Required<Round>;

/** @param origin The origin of the sent addresses. */
export function startWebhooks(origin: string): Loop {
  return startLoop({ name: "webhooks", everyMs: LOOK_EVERY_MS, everywhere: true }, (stopping) =>
    deliverDue({ origin, stopping }),
  );
}

/** Delivers due changes to all webhooks, a few of them at once. */
export async function deliverDue(round: Round): Promise<void> {
  const surroundings: Surroundings = { clock: () => engine.now(), stopping: new AbortController().signal, ...round };
  const now = await surroundings.clock();
  const due = await db
    .selectFrom("webhooks")
    .selectAll()
    .where("status", "=", "active")
    // None waits longer than the longest pause: a clock that ran ahead put it off.
    .where((e) =>
      e.or([e("nextAttemptAt", "<=", iso(now)), e("nextAttemptAt", ">", ahead(delayMs(ATTEMPTS), now).until)]),
    )
    .orderBy("nextAttemptAt")
    .orderBy("id")
    .execute();
  const limit = pLimit(AT_ONCE);
  await Promise.all(due.map((row) => limit(() => giveTurn(surroundings, row))));
}

async function giveTurn(surroundings: Surroundings, first: WebhookRow): Promise<void> {
  const end = performance.now() + TURN_MS;
  let row: WebhookRow | null = first;
  while (row && performance.now() < end && !surroundings.stopping.aborted) {
    const now = await surroundings.clock();
    const { change, event, cursor } = await nextChange(row, now);
    if (!change) {
      if (cursor !== row.cursor) await update(row, { cursor });
      return;
    }
    const claimed: WebhookRow | null = await update(row, {
      cursor,
      nextAttemptAt: iso(now + CLAIM_MS),
      ...resealed(row),
    });
    row = claimed && (await deliver(surroundings, claimed, { change, event }));
  }
}

type Next = { change: Change; event: WebhookEvent } | { change: null; event: null };

/** Returns the next chosen change, and the cursor right before it. */
async function nextChange(row: WebhookRow, now: number): Promise<Next & { cursor: string }> {
  const chosen = eventsOf(row);
  // Restarts a cursor of a clock that ran ahead: changes since then are sent, some of them again.
  let cursor = row.cursor > ahead(0, now).until ? iso(now - DAY_MS) : row.cursor;
  for (;;) {
    const { changes, more } = await changesSince({ since: cursor }, now);
    for (const change of changes) {
      if (change.at > iso(now - SETTLED_MS)) return { change: null, event: null, cursor };
      const event = eventOf(change);
      if (chosen.includes(event)) return { change, event, cursor };
      cursor = cursorAfter(change);
    }
    if (!more) return { change: null, event: null, cursor };
    await othersTurn(); // changes that a webhook did not choose may be a whole import
  }
}

function eventOf({ kind, change }: Change): WebhookEvent {
  return PUBLIC_KINDS[kind].events[change][0];
}

/** Gives the row as it is then; null when it has no further turn now. */
async function deliver(
  surroundings: Surroundings,
  row: WebhookRow,
  { change, event }: { change: Change; event: WebhookEvent },
): Promise<WebhookRow | null> {
  const id = digest(`${row.id} ${change.id} ${change.at}`).slice(0, 32);
  const sending = send(row, { id, body: bodyOf(change, event, surroundings.origin) }, surroundings.stopping);
  const result = await sending.catch((error) => {
    if (surroundings.stopping.aborted) return null;
    throw error;
  });
  const now = await surroundings.clock();
  // The site stops: the next start goes on with it.
  if (!result) return update(row, { nextAttemptAt: iso(now) }).then(() => null);
  const attempts = row.attempts + 1;
  const about = { id, event, recordId: change.id, at: change.at, triedAt: iso(now), attempts, answer: result.answer };
  const isOver = result.delivered || attempts >= ATTEMPTS;
  if (!isOver) {
    const deliveries = noted(row, { ...about, status: "failed" });
    await update(row, { attempts, deliveries, nextAttemptAt: iso(now + delayMs(attempts)) });
    return null;
  }
  const givenUp = result.delivered ? 0 : row.givenUp + 1;
  const status = givenUp < MAX_GIVEN_UP ? "active" : "off";
  if (status === "off") log.warn({ webhook: row.id, answer: result.answer }, "a webhook failed and is switched off");
  const deliveries = noted(row, { ...about, status: result.delivered ? "delivered" : "given up" });
  const cursor = cursorAfter(change);
  const next = await update(row, { cursor, status, attempts: 0, givenUp, deliveries, nextAttemptAt: iso(now) });
  return result.delivered ? next : null;
}

/** Returns the body of a delivery. A removed record has no address, because that could hold a name. */
function bodyOf({ kind, id, slug, at }: Change, event: WebhookEvent, origin: string): string {
  const path = slug === null ? null : PUBLIC_KINDS[kind].path(slug);
  const url = path && origin + path;
  const api = slug === null ? null : `${origin}/api/${PUBLIC_KINDS[kind].table}/${slug}`;
  return JSON.stringify({ id, event, kind, slug, at, url, api });
}

function noted(row: WebhookRow, delivery: Delivery): string {
  const otherDeliveries = deliveriesOf(row).filter(({ id }) => id !== delivery.id);
  return JSON.stringify([delivery, ...otherDeliveries].slice(0, KEPT_DELIVERIES));
}

/** Changes a webhook that is still as it was read; null when another node, or an admin, was faster. */
async function update(row: WebhookRow, values: Updateable<WebhooksTable>): Promise<WebhookRow | null> {
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

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
