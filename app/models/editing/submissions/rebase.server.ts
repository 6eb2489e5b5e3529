/** Keeps what editors changed on a profile after the sender of a proposal had opened its form. */
import type { Queryable } from "~/db.server";
import { identityOf, isSameText } from "~/models/records/evidence/effects.server";
import type { ExpertField } from "~/models/records/experts/fields";
import { EXPERTS } from "~/models/records/experts/rows.server";
import { formerValues, revisionsOf } from "~/models/records/shared/revisions.server";

/** Returns the fields of a profile that changed after the version of the time `basedOn`, as they were then. */
export async function fieldsBefore(
  from: Queryable,
  expertRowId: number,
  basedOn: unknown,
): Promise<Record<string, unknown>> {
  if (typeof basedOn !== "string" || basedOn === "") return {};
  return formerValues(await revisionsOf(from, EXPERTS, expertRowId).where("at", ">", basedOn).execute());
}

/** Returns the sent fields with the present values of those that the sender left as they were, and with present entries of lists. */
export function rebase<T extends object>(fields: T, former: Record<string, unknown>, present: object): T {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    name in former ? rebasedValue(name as ExpertField, value, former[name], present[name as never]) : value,
  ]);
  return Object.fromEntries(entries) as T;
}

function rebasedValue(field: ExpertField, value: unknown, former: unknown, present: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(former) || !Array.isArray(present))
    return isSameText(field, former, value) ? present : value;
  const keptEntries = present.filter((entry) => value.includes(entry) || !former.includes(entry));
  // An editor may have added the same link under a name, or in another spelling.
  const keptIdentities = new Set(keptEntries.map((entry) => identityOf(field, entry)));
  const addedEntries = value.filter(
    (entry) => !former.includes(entry) && !keptIdentities.has(identityOf(field, entry)),
  );
  return [...keptEntries, ...addedEntries];
}
