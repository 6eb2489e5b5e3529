/** Reads the admins' queue of confirmed requests. */
import { type ExpertRow, type Queryable, type RequestRow, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { findPage, type PageQuery, type Paging } from "~/models/base/input/paging.server";
import { ANSWER_DAYS } from "~/models/base/settings/answer-days";
import { WORK_KEY } from "~/models/base/web/work-addresses";
import { EXPERT_LABELS, type ExpertField } from "~/models/records/experts/fields";
import { recordOf } from "~/models/records/experts/record.server";
import { DAY_MS, isAhead } from "~/stored-times";

export const REQUESTS_PAGE_SIZE = 25;
/** The number of days before the due date from which a request is near it. */
const NEAR_DAYS = 7;

const DECIDED_STATUSES = ["applied", "rejected", "removed"] as const;

export type Tab = "open" | "decided";

interface RequestSummary {
  id: string;
  kind: RequestRow["kind"];
  status: RequestRow["status"];
  fieldLabel: string;
  /** "" once the profile is gone. */
  name: string;
  slug: string;
  confirmedAt: string | null;
  dueAt: string | null;
  decidedAt: string | null;
  due: "later" | "near" | "overdue";
}

export interface ListedRequest extends RequestSummary {
  /** The address of the account that claims the profile, which tells two claims apart; "" for other kinds. */
  claimant: string;
}

/** A request with everything that is needed to decide about it. */
export interface RequestInFull extends RequestSummary {
  field: string;
  says: string;
  should: string;
  source: string;
  message: string;
  email: string;
  notes: string;
  expertId: string;
  expertUpdatedAt: string;
  /** The field's present text, with a line for each entry of a list; null if no field was named. */
  present: string | null;
  /** The proposed text of the field; null if the passage does not occur in it. */
  proposed: string | null;
}

export interface RequestList<R extends RequestSummary = ListedRequest> extends Paging {
  requests: R[];
  total: number;
  counts: Record<Tab, number>;
}

/** Returns one page of waiting requests, the first due first, or of decided requests, the latest first. Past the end it is the last page. */
export async function requestsPage(_editor: Editor, query: PageQuery & { tab: Tab }): Promise<RequestList> {
  return pageOf(query, { nearest: true }, async (rows) =>
    rows.map((row) => ({ ...toSummary(row), claimant: row.kind === "claim" ? row.email : "" })),
  );
}

/** Works as `requestsPage`, with everything that is needed to decide, and with an empty page past the end. */
export async function requestsInFull(
  _editor: Editor,
  query: PageQuery & { tab: Tab },
): Promise<RequestList<RequestInFull>> {
  return pageOf(query, {}, async (rows) => {
    const rowIds = rows.flatMap(({ expertRowId }) => expertRowId ?? []);
    const experts = await readDb.selectFrom("experts").selectAll().where("rowId", "in", rowIds).execute();
    return rows.map((row) => toRequestInFull(row, experts.find(({ rowId }) => rowId === row.expertRowId) ?? null));
  });
}

type RequestWithProfile = RequestRow & { name: string | null; slug: string | null };

async function pageOf<R extends RequestSummary>(
  { tab, ...query }: PageQuery & { tab: Tab },
  options: { nearest?: boolean },
  toRequests: (rows: RequestWithProfile[]) => Promise<R[]>,
): Promise<RequestList<R>> {
  const statuses = tab === "open" ? (["open"] as const) : DECIDED_STATUSES;
  const counts = { open: await countOf(["open"]), decided: await countOf(DECIDED_STATUSES) };
  const result = await findPage(query, options, async (offset) => {
    const rows = readDb
      .selectFrom("requests")
      .leftJoin("experts", "experts.rowId", "requests.expertRowId")
      .selectAll("requests")
      .select(["experts.name", "experts.slug"])
      .where("requests.status", "in", statuses)
      .orderBy(tab === "open" ? "requests.dueAt" : "requests.decidedAt", tab === "open" ? "asc" : "desc")
      .orderBy("requests.rowId", tab === "open" ? "asc" : "desc")
      .limit(query.limit)
      .offset(offset);
    return { requests: await toRequests(await rows.execute()), total: counts[tab] };
  });
  return { ...result, counts };
}

async function countOf(statuses: readonly RequestRow["status"][], before?: string): Promise<number> {
  let rows = readDb.selectFrom("requests").select((e) => e.fn.countAll<number>().as("count"));
  rows = rows.where("status", "in", statuses);
  if (before) rows = rows.where("dueAt", "<", before);
  return (await rows.executeTakeFirstOrThrow()).count;
}

/** Counts the open requests, the requests due within 7 days, and the overdue requests. */
export async function waitingRequests(): Promise<{ open: number; near: number; overdue: number }> {
  const timeIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const [openCount, dueSoonCount, overdueCount] = await Promise.all([
    countOf(["open"]),
    countOf(["open"], timeIn(NEAR_DAYS)),
    countOf(["open"], timeIn(0)),
  ]);
  return { open: openCount, near: dueSoonCount - overdueCount, overdue: overdueCount };
}

function toSummary(row: RequestWithProfile): RequestSummary {
  const { id, kind, status, field, name, slug, confirmedAt, dueAt, decidedAt } = row;
  const times = { confirmedAt, dueAt, decidedAt };
  return {
    id,
    kind,
    status,
    fieldLabel: labelOf(field),
    name: name ?? "",
    slug: slug ?? "",
    ...times,
    due: dueOf(dueAt),
  };
}

function dueOf(dueAt: string | null): RequestSummary["due"] {
  const dueTime = Date.parse(dueAt ?? "");
  if (dueTime < Date.now()) return "overdue";
  // Treats a date beyond the longest term as near, because a clock that ran ahead has set it.
  return isAhead(dueTime, NEAR_DAYS * DAY_MS) || (dueAt && !isAhead(dueTime, ANSWER_DAYS * DAY_MS)) ? "near" : "later";
}

export function labelOf(field: string): string {
  return EXPERT_LABELS[field as ExpertField] ?? (WORK_KEY.test(field) ? "Works" : "");
}

export function toRequestInFull(row: RequestRow, expert: ExpertRow | null): RequestInFull {
  const { field, says, should, source, message, email, notes } = row;
  const presentText = expert && field && row.kind !== "work" ? textOf(recordOf(expert)[field as ExpertField]) : null;
  const proposedText = presentText === null ? null : proposal(presentText, row);
  return {
    ...toSummary({ ...row, name: expert?.name ?? null, slug: expert?.slug ?? null }),
    field,
    says,
    should,
    source,
    message,
    email,
    notes,
    present: presentText,
    proposed: proposedText,
    expertId: expert?.id ?? "",
    expertUpdatedAt: expert?.updatedAt ?? "",
  };
}

/** Finds a confirmed request. Throws "missing", also for an unconfirmed request. */
export async function findRequest(from: Queryable, id: string): Promise<RequestRow> {
  const row = await from.selectFrom("requests").selectAll().where("id", "=", id).executeTakeFirst();
  if (row && row.status !== "unconfirmed") return row;
  throw new AppError("missing", "There is no such request.");
}

export function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
}

/** Returns the field with the passage replaced; the whole field if it is one short line and no passage was named. */
export function proposal(presentText: string, { says, should }: Pick<RequestRow, "says" | "should">): string | null {
  if (!should) return null;
  if (says && presentText.includes(says)) return presentText.replace(says, () => should);
  const isShort = presentText.length <= SHORT_LENGTH && !presentText.includes("\n");
  return isShort && (says === "" || presentText === says) ? should : null;
}

const SHORT_LENGTH = 300;
