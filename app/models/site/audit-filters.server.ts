/** What the audit log can be filtered by: only what is really in it. */
import { readDb } from "~/db.server";
import type { Admin } from "~/models/accounts/admin.server";

const MOST = 200;

export interface AuditFilters {
  actions: string[];
  kinds: string[];
  people: { id: string; name: string }[];
}

export async function auditFilters(_admin: Admin): Promise<AuditFilters> {
  const [actions, kinds, ids] = await Promise.all([distinct("action"), distinct("subjectKind"), distinct("userId")]);
  const people = await Promise.all(ids.map(async (id) => ({ id, name: await lastNameOf(id) })));
  return { actions, kinds, people: people.sort((a, b) => a.name.localeCompare(b.name, "en")) };
}

async function distinct(column: "action" | "subjectKind" | "userId"): Promise<string[]> {
  const values: string[] = [];
  for (let last = ""; values.length < MOST; last = values.at(-1) as string) {
    const row = await readDb
      .selectFrom("auditLog")
      .select(`${column} as value`)
      .where(column, ">", last as never)
      .orderBy(column)
      .limit(1)
      .executeTakeFirst();
    if (!row?.value) break;
    values.push(row.value);
  }
  return values;
}

async function lastNameOf(userId: string): Promise<string> {
  const row = await readDb
    .selectFrom("auditLog")
    .select("userName")
    .where("userId", "=", userId)
    .orderBy("rowId", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.userName || userId;
}
