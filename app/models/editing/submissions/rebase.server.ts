/** Keeps what editors changed on a profile after the sender of a proposal had opened its form. */
import { z } from "zod";
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { identityOf, isSameText } from "~/models/records/evidence/effects.server";
import type { ExpertField } from "~/models/records/experts/fields";
import { EXPERTS } from "~/models/records/experts/rows.server";
import { formerValues, revisionsOf } from "~/models/records/shared/revisions.server";

const StoredTime = z.iso.datetime({ precision: 3 });

/** Returns the fields of a profile that changed after the version of the time `basedOn`, as they were then. Throws "invalid". */
export async function fieldsBefore(
  from: Queryable,
  expertRowId: number,
  basedOn: unknown,
): Promise<Record<string, unknown>> {
  if (basedOn === undefined || basedOn === null || basedOn === "") return {};
  // A text such as "0" would be compared as the time before all changes.
  if (!StoredTime.safeParse(basedOn).success)
    throw new AppError("invalid", "basedOn must be the updatedAt of the profile that you read.");
  return formerValues(await revisionsOf(from, EXPERTS, expertRowId).where("at", ">", String(basedOn)).execute());
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
