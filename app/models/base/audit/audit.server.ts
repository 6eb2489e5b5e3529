/** Writes and reads the audit log. An entry is written in the same transaction as its change. */
import { type AuditLogTable, type Queryable, readDb } from "~/db.server";
import type { Admin, Editor } from "~/models/base/accounts/admin.server";

export interface AuditEntry {
  action: string;
  subjectKind: AuditLogTable["subjectKind"];
  subjectId: string;
  subjectName: string;
  detail?: string;
}

/** Records an action with the admin, the time and the client's address. */
export function audit(tx: Queryable, editor: Editor | null, entry: AuditEntry): Promise<void> {
  return auditAll(tx, editor, [entry]);
}

/** Records an action on many records in one statement. */
export async function auditAll(tx: Queryable, editor: Editor | null, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const origin = {
    at: new Date().toISOString(),
    userId: editor?.id ?? null,
    userName: editor ? nameOf(editor) : "",
    address: editor?.address ?? "",
  };
  const rows = entries.map((entry) => ({ ...origin, detail: "", ...entry }));
  await tx.insertInto("auditLog").values(rows).execute();
}

/** Records sign-ins of editors and admins; sign-ins of readers are not recorded. */
export function auditSignIn(tx: Queryable, editor: Editor, action: "signed in" | "first account made"): Promise<void> {
  return audit(tx, editor, { action, subjectKind: "user", subjectId: editor.id, subjectName: nameOf(editor) });
}

export function nameOf(editor: { firstName: string; lastName: string; email: string }): string {
  return `${editor.firstName} ${editor.lastName}`.trim() || editor.email;
}

const AUDIT_PAGE_SIZE = 50;

export interface AuditQuery {
  page: number; // The number of the page, from 1
  action?: string;
  userId?: string;
  subjectKind?: string;
}

/** Returns a page of the matching actions, newest first, and whether older actions follow. */
export async function auditPage(_admin: Admin, query: AuditQuery) {
  let auditLog = readDb.selectFrom("auditLog").selectAll();
  for (const column of ["action", "userId", "subjectKind"] as const) {
    const value = query[column];
    if (value) auditLog = auditLog.where(column, "=", value as never);
  }
  const rows = await auditLog
    .orderBy("rowId", "desc")
    .limit(AUDIT_PAGE_SIZE + 1)
    .offset((query.page - 1) * AUDIT_PAGE_SIZE)
    .execute();
  return { entries: rows.slice(0, AUDIT_PAGE_SIZE), hasMore: rows.length > AUDIT_PAGE_SIZE };
}

const MAX_FILTER_VALUES = 200;

export interface AuditFilters {
  actions: string[];
  kinds: string[];
  people: { id: string; name: string }[];
}

export async function auditFilters(_admin: Admin): Promise<AuditFilters> {
  const [actions, kinds, ids] = await Promise.all([
    distinctValues("action"),
    distinctValues("subjectKind"),
    distinctValues("userId"),
  ]);
  const people = await Promise.all(ids.map(async (id) => ({ id, name: await latestName(id) })));
  return { actions, kinds, people: people.sort((a, b) => a.name.localeCompare(b.name, "en")) };
}

async function distinctValues(column: "action" | "subjectKind" | "userId"): Promise<string[]> {
  const values: string[] = [];
  for (let lastValue = ""; values.length < MAX_FILTER_VALUES; lastValue = values.at(-1) as string) {
    const row = await readDb
      .selectFrom("auditLog")
      .select(`${column} as value`)
      .where(column, ">", lastValue as never)
      .orderBy(column)
      .limit(1)
      .executeTakeFirst();
    if (!row?.value) break;
    values.push(row.value);
  }
  return values;
}

async function latestName(userId: string): Promise<string> {
  const row = await readDb
    .selectFrom("auditLog")
    .select("userName")
    .where("userId", "=", userId)
    .orderBy("rowId", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.userName || userId;
}
