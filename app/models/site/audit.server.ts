/** The log of what admins did: written in the same transaction as the change. */
import { type AuditLogTable, type Queryable, readDb } from "~/db.server";
import type { Admin } from "~/models/accounts/admin.server";

export interface AuditEntry {
  action: string;
  subjectKind: AuditLogTable["subjectKind"];
  subjectId: string;
  subjectName: string;
  detail?: string;
}

/** Notes an action with the admin, the time and the client's address. */
export async function audit(tx: Queryable, admin: Admin | null, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto("auditLog")
    .values({
      at: new Date().toISOString(),
      userId: admin?.id ?? null,
      userName: admin ? nameOf(admin) : "",
      detail: "",
      address: admin?.address ?? "",
      ...entry,
    })
    .execute();
}

export function nameOf(admin: { firstName: string; lastName: string; email: string }): string {
  return `${admin.firstName} ${admin.lastName}`.trim() || admin.email;
}

export const AUDIT_PAGE_SIZE = 50;

export interface AuditQuery {
  page: number; // From 1
  action?: string;
  userId?: string;
  subjectKind?: string;
  subjectId?: string;
}

/** One page of the actions that match, newest first; and whether there are older ones. */
export async function auditPage(_admin: Admin, query: AuditQuery) {
  let found = readDb.selectFrom("auditLog").selectAll();
  for (const column of ["action", "userId", "subjectKind", "subjectId"] as const) {
    const value = query[column];
    if (value) found = found.where(column, "=", value as never);
  }
  const rows = await found
    .orderBy("rowId", "desc")
    .limit(AUDIT_PAGE_SIZE + 1)
    .offset((query.page - 1) * AUDIT_PAGE_SIZE)
    .execute();
  return { entries: rows.slice(0, AUDIT_PAGE_SIZE), more: rows.length > AUDIT_PAGE_SIZE };
}
