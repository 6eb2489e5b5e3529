/** The log of what admins did: written in the transaction of the deed, so that neither is there without the other. */
import { type AuditLogTable, type Queryable, readDb } from "~/db.server";
import type { Admin } from "~/models/accounts/admin.server";

export interface Deed {
  /** In the past tense, e.g. "submission approved"; the same words for the same kind of deed. */
  action: string;
  subjectKind: AuditLogTable["subjectKind"];
  subjectId: string;
  subjectName: string;
  /** What a reader of the log would ask next; never a secret. */
  detail?: string;
}

/** Notes a deed with who, when and from which address. @param admin null for what no person did. */
export async function audit(tx: Queryable, admin: Admin | null, deed: Deed): Promise<void> {
  await tx
    .insertInto("auditLog")
    .values({
      at: new Date().toISOString(),
      userId: admin?.id ?? null,
      userName: admin ? nameOf(admin) : "",
      detail: "",
      address: admin?.address ?? "",
      ...deed,
    })
    .execute();
}

/** What an admin is called in logs and histories. */
export function nameOf(admin: { firstName: string; lastName: string; email: string }): string {
  return `${admin.firstName} ${admin.lastName}`.trim() || admin.email;
}

export const AUDIT_PAGE_SIZE = 50;

export interface AuditQuery {
  /** From 1. */
  page: number;
  action?: string;
  userId?: string;
  subjectKind?: string;
  subjectId?: string;
}

/** Deeds that fit, newest first, one page; and whether there are older ones. */
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
  return { deeds: rows.slice(0, AUDIT_PAGE_SIZE), more: rows.length > AUDIT_PAGE_SIZE };
}
