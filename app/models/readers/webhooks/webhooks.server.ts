/** Webhooks: addresses of other programs that receive changes; delivery.server.ts sends them. */
import { z } from "zod";
import { db, engine, readDb, type WebhookRow, type WebhooksTable } from "~/db.server";
import { AppError } from "~/errors";
import type { Admin } from "~/models/base/accounts/admin.server";
import { checkSession, type RecentUser } from "~/models/base/accounts/sessions.server";
import { audit } from "~/models/base/audit/audit.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { PUBLIC_KINDS, type PublicKind } from "~/models/records/shared/public-kinds";
import { addressProblem, isNamedAddress } from "~/services/safe-fetch.server";
import { seal } from "~/services/secrets.server";
import { newWebhookSecret, resealed, SECRET, send } from "./sending.server";

type Events = PublicKind["events"];

export type WebhookEvent = Events[keyof Events][0];

/** The events with their labels. */
export const EVENTS = Object.fromEntries(
  Object.values(PUBLIC_KINDS).flatMap(({ events }) => Object.values(events)),
) as Record<WebhookEvent, string>;

const MAX_WEBHOOKS = 20;

const NO_EVENT = "Please choose at least one event.";

export const NewWebhook = z.object({
  url: z
    .string("Please enter an address.")
    .trim()
    .min(1, "Please enter an address.")
    .max(500, "At most 500 characters fit here.")
    .superRefine((url, context) => {
      const message = refusalOf(url);
      if (message) context.addIssue({ code: "custom", message });
    }),
  events: z
    .array(z.enum(Object.keys(EVENTS) as [WebhookEvent, ...WebhookEvent[]], "There is no such event."), NO_EVENT)
    .min(1, NO_EVENT)
    .max(50),
});

function refusalOf(url: string): string | null {
  const problem = addressProblem(url);
  if (problem) return `This address cannot be used: ${problem}.`;
  if (url.startsWith("https:") || isNamedAddress(url)) return null;
  return "The address must begin with https://.";
}

/** A delivery as it is kept: the record by its id alone, because an address can hold a name. */
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

/** Makes a webhook and gives its secret, once. Throws "invalid", or "conflict" beyond 20. */
export async function createWebhook(admin: RecentUser<Admin>, input: unknown) {
  const { url, events } = parse(NewWebhook, input);
  const secret = newWebhookSecret();
  const now = new Date(await engine.now()).toISOString();
  const row: WebhookRow = {
    id: newId(),
    url: new URL(url).href,
    events: JSON.stringify([...new Set(events)]),
    secret: seal(SECRET, secret),
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
    await tx.insertInto("webhooks").values(row).execute();
    const all = tx.selectFrom("webhooks").select((e) => e.fn.countAll().as("count"));
    if (Number((await all.executeTakeFirstOrThrow()).count) > MAX_WEBHOOKS)
      throw new AppError("conflict", `There can be ${MAX_WEBHOOKS} webhooks. Delete one first.`);
    await audit(tx, admin, { action: "webhook made", ...subjectOf(row) });
  });
  return { ...toWebhook(row), secret };
}

/** All of them with their latest deliveries, the newest first. */
export async function webhooks(_admin: Admin) {
  const rows = readDb.selectFrom("webhooks").selectAll().orderBy("createdAt", "desc").orderBy("id", "desc");
  return (await rows.execute()).map(toWebhook);
}

/** Throws "missing". */
export async function findWebhook(_admin: Admin, id: string) {
  return toWebhook(await rowOf(id));
}

/** Throws "missing". */
export async function deleteWebhook(admin: RecentUser<Admin>, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await checkSession(tx, admin);
    const row = await tx.deleteFrom("webhooks").where("id", "=", id).returning(["id", "url"]).executeTakeFirst();
    if (!row) throw noSuchWebhook();
    await audit(tx, admin, { action: "webhook deleted", ...subjectOf(row) });
  });
}

/**
 * Sends the event "ping" at once and returns the answer. Success switches a disabled webhook on again, where it stopped.
 * Throws "missing", and the errors of `checkSession`.
 */
export async function testWebhook(
  admin: RecentUser<Admin>,
  id: string,
): Promise<{ delivered: boolean; answer: string }> {
  await checkSession(readDb, admin);
  const row = await rowOf(id);
  const body = { event: "ping", id: row.id, at: new Date().toISOString() };
  const result = await send(row, { id: newId(), body: JSON.stringify(body) });
  const anew = resealed(row);
  if (anew.secret) await db.updateTable("webhooks").set(anew).where("id", "=", id).execute();
  if (result.delivered && row.status === "off") await switchOn(admin, row);
  return result;
}

async function switchOn(admin: RecentUser<Admin>, row: WebhookRow): Promise<void> {
  const nextAttemptAt = new Date(await engine.now()).toISOString();
  await db.transaction().execute(async (tx) => {
    await checkSession(tx, admin);
    await tx
      .updateTable("webhooks")
      .set({ status: "active", attempts: 0, givenUp: 0, nextAttemptAt })
      .where("id", "=", row.id)
      .where("status", "=", "off")
      .execute();
    await audit(tx, admin, { action: "webhook switched on", ...subjectOf(row) });
  });
}

/** Returns how many are off because they failed for too long. */
export async function webhooksOff(): Promise<number> {
  return (await readDb.selectFrom("webhooks").select("id").where("status", "=", "off").execute()).length;
}

async function rowOf(id: string): Promise<WebhookRow> {
  const row = await readDb.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw noSuchWebhook();
  return row;
}

function noSuchWebhook(): AppError {
  return new AppError("missing", "There is no such webhook, or no longer.");
}

/** The host alone: the rest of such an address is often a secret. */
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
