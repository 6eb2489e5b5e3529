/** Manages webhooks, which are addresses of other programs that receive changes; delivery.server.ts sends them. */
import { z } from "zod";
import { db, engine, readDb, type WebhookRow, type WebhooksTable } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { checkSession, type RecentUser } from "~/models/base/accounts/sessions.server";
import { audit } from "~/models/base/audit/audit.server";
import { createdId, newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { PUBLIC_KINDS, type PublicKind } from "~/models/records/shared/public-kinds";
import { addressProblem, isAllowlistedAddress } from "~/services/safe-fetch.server";
import { seal } from "~/services/secrets.server";
import { newWebhookSecret, resealIfOld, SECRET_PURPOSE, send } from "./sending.server";

type Events = PublicKind["events"];

export type WebhookEvent = Events[keyof Events][0];

/** All events with their labels. */
export const EVENTS = Object.fromEntries(
  Object.values(PUBLIC_KINDS).flatMap(({ events }) => Object.values(events)),
) as Record<WebhookEvent, string>;

const MAX_WEBHOOKS = 20;

const EVENT_MISSING = "Please choose at least one event.";

export const NewWebhook = z.object({
  url: z
    .string("Please enter an address.")
    .trim()
    .min(1, "Please enter an address.")
    .max(500, "At most 500 characters fit here.")
    .superRefine((url, context) => {
      const message = urlProblem(url);
      if (message) context.addIssue({ code: "custom", message });
    }),
  events: z
    .array(z.enum(Object.keys(EVENTS) as [WebhookEvent, ...WebhookEvent[]], "There is no such event."), EVENT_MISSING)
    .min(1, EVENT_MISSING)
    .max(50),
});

function urlProblem(url: string): string | null {
  const problem = addressProblem(url);
  if (problem) return `This address cannot be used: ${problem}.`;
  if (url.startsWith("https:") || isAllowlistedAddress(url)) return null;
  return "The address must begin with https://.";
}

/** A delivery as it is stored: with the record's id only, because an address can contain a name. */
export interface Delivery {
  id: string;
  event: WebhookEvent;
  recordId: string;
  at: string; // The time of the change
  triedAt: string;
  attempts: number;
  status: "delivered" | "failed" | "given up";
  answer: string;
}

/**
 * Creates a webhook and returns its secret, which cannot be read again. Throws "invalid"; "conflict" beyond 20, or if the
 * form `formId` created it before.
 */
export async function createWebhook(admin: RecentUser<Admin>, input: unknown, formId?: unknown) {
  const { url, events } = parse(NewWebhook, input);
  const secret = newWebhookSecret();
  const now = new Date(await engine.now()).toISOString();
  const row: WebhookRow = {
    id: createdId(formId, [url, events]),
    url: new URL(url).href,
    events: JSON.stringify([...new Set(events)]),
    secret: seal(SECRET_PURPOSE, secret),
    cursor: now,
    status: "active",
    attempts: 0,
    givenUp: 0,
    nextAttemptAt: now,
    deliveries: "[]",
    createdAt: now,
  };
  await db.transaction().execute(async (tx) => {
    await checkSession(tx, admin);
    if (await tx.selectFrom("webhooks").select("id").where("id", "=", row.id).executeTakeFirst())
      throw new AppError(
        "conflict",
        "This form was sent before, and the webhook is in the list. Its secret was shown only then: without it, delete the webhook and add it again.",
      );
    await tx.insertInto("webhooks").values(row).execute();
    const count = tx.selectFrom("webhooks").select((e) => e.fn.countAll().as("count"));
    if (Number((await count.executeTakeFirstOrThrow()).count) > MAX_WEBHOOKS)
      throw new AppError("conflict", `There can be ${MAX_WEBHOOKS} webhooks. Delete one first.`);
    await audit(tx, admin, { action: "webhook made", ...subjectOf(row) });
  });
  return { ...toWebhook(row), secret };
}

/** Returns all webhooks with their latest deliveries, newest first. */
export async function webhooks(_admin: Admin) {
  const rows = readDb.selectFrom("webhooks").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc");
  return (await rows.execute()).map(toWebhook);
}

/** Returns one webhook. Throws "missing". */
export async function findWebhook(_admin: Admin, id: string) {
  return toWebhook(await findRow(id));
}

/** Deletes a webhook. Throws "missing". */
export async function deleteWebhook(admin: RecentUser<Admin>, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await checkSession(tx, admin);
    const row = await tx.deleteFrom("webhooks").where("id", "=", id).returning(["id", "url"]).executeTakeFirst();
    if (!row) throw noSuchWebhook();
    await audit(tx, admin, { action: "webhook deleted", ...subjectOf(row) });
  });
}

/**
 * Sends the event "ping" at once and returns the answer. A success switches a disabled webhook on again, and it
 * continues where it stopped. Throws "missing", and the errors of `checkSession`.
 */
export async function testWebhook(
  admin: RecentUser<Admin>,
  id: string,
): Promise<{ delivered: boolean; answer: string }> {
  await checkSession(readDb, admin);
  const row = await findRow(id);
  const body = { event: "ping", id: row.id, at: new Date().toISOString() };
  const result = await send(row, { id: newId(), body: JSON.stringify(body) });
  const resealedSecret = resealIfOld(row);
  if (resealedSecret.secret) await db.updateTable("webhooks").set(resealedSecret).where("id", "=", id).execute();
  if (result.delivered && row.status === "off") await switchOn(admin, row);
  return result;
}

async function switchOn(admin: RecentUser<Admin>, row: WebhookRow): Promise<void> {
  const nextAttemptAt = new Date(await engine.now()).toISOString();
  await db.transaction().execute(async (tx) => {
    await checkSession(tx, admin);
    const { numUpdatedRows } = await tx
      .updateTable("webhooks")
      .set({ status: "active", attempts: 0, givenUp: 0, nextAttemptAt })
      .where("id", "=", row.id)
      .where("status", "=", "off")
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await audit(tx, admin, { action: "webhook switched on", ...subjectOf(row) });
  });
}

/** Returns how many webhooks were switched off after too many failures. */
export async function countDisabledWebhooks(): Promise<number> {
  return (await readDb.selectFrom("webhooks").select("id").where("status", "=", "off").execute()).length;
}

async function findRow(id: string): Promise<WebhookRow> {
  const row = await readDb.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw noSuchWebhook();
  return row;
}

function noSuchWebhook(): AppError {
  return new AppError("missing", "There is no such webhook. It may have been deleted.");
}

/** Names a webhook by its host only, because the rest of its address is often a secret. */
function subjectOf({ id, url }: Pick<WebhookRow, "id" | "url">) {
  return { subjectKind: "settings", subjectId: id, subjectName: new URL(url).host } as const;
}

function toWebhook(row: WebhookRow) {
  return {
    id: row.id,
    url: row.url,
    events: eventsOf(row),
    status: row.status as WebhooksTable["status"],
    createdAt: row.createdAt,
    deliveries: deliveriesOf(row),
    nextAttemptAt: row.status === "active" && row.attempts > 0 ? row.nextAttemptAt : null,
  };
}

export function eventsOf({ events }: Pick<WebhookRow, "events">): WebhookEvent[] {
  return JSON.parse(events);
}

export function deliveriesOf({ deliveries }: Pick<WebhookRow, "deliveries">): Delivery[] {
  return JSON.parse(deliveries);
}
