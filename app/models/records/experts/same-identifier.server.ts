/**
 * Checks identifiers of a person for every way in which a record arrives: each stands on one profile only, and somebody
 * compared it.
 */
import type { Queryable } from "~/db.server";
import { AppError } from "~/errors";
import { SPELLINGS } from "./identifier-spelling.server";
import { identifierUrl, PERSONAL_IDENTIFIERS, type PersonalIdentifier, REGISTRIES } from "./identifiers";
import { websiteOf } from "./websites.server";

export type PersonalIdentifiers = Partial<Record<PersonalIdentifier, string>>;

/** Returns the valid bare identifiers in `record` that differ from `currentRecord`. */
export function newIdentifiers(record: object, currentRecord: object = {}): PersonalIdentifiers {
  const [newRecord, formerRecord] = [record as PersonalIdentifiers, currentRecord as PersonalIdentifiers];
  const isNew = (kind: PersonalIdentifier) =>
    newRecord[kind] && newRecord[kind] !== formerRecord[kind] && SPELLINGS[kind].isValid(newRecord[kind]);
  return Object.fromEntries(PERSONAL_IDENTIFIERS.filter(isNew).map((kind) => [kind, newRecord[kind]]));
}

/** Throws "conflict" with a message for each of the `identifiers` that another profile than `rowId` has. */
export async function refuseTaken(tx: Queryable, rowId: number | null, identifiers: PersonalIdentifiers) {
  const holders = await holdersOf(tx, rowId, identifiers);
  const fieldErrors = Object.fromEntries(
    holders.map(({ kind, name }) => [
      kind,
      `${name} has this ${REGISTRIES[kind].label} identifier already. Merge the two, or correct it there.`,
    ]),
  );
  const [message] = Object.values(fieldErrors);
  if (message) throw new AppError("conflict", message, fieldErrors);
}

/** Returns the other profiles outside the trash, drafts included, that have one of the identifiers. */
export async function holdersOf(
  from: Queryable,
  rowId: number | null,
  identifiers: PersonalIdentifiers,
): Promise<{ kind: PersonalIdentifier; name: string }[]> {
  const holders: { kind: PersonalIdentifier; name: string }[] = [];
  for (const kind of PERSONAL_IDENTIFIERS) {
    const id = identifiers[kind];
    const page = id && websiteOf(identifierUrl(kind, id));
    if (!page) continue;
    // Compares the whole address, because a mere link to the page makes nobody its holder.
    const holder = await from
      .selectFrom("websiteHosts")
      .innerJoin("experts", "experts.rowId", "websiteHosts.expertRowId")
      .select("experts.name")
      .where("websiteHosts.host", "=", page)
      .where(`experts.${kind}`, "=", id)
      .where("experts.rowId", "!=", rowId ?? 0)
      .where("experts.deletedAt", "is", null)
      .executeTakeFirst();
    if (holder) holders.push({ kind, name: holder.name });
  }
  return holders;
}

export const NOT_COMPARED = "Only the name matches. Compare by hand, and tick the box once you have.";

/** Throws "invalid" for new identifiers that nobody compared with the person. */
export function refuseUncompared(identifiers: PersonalIdentifiers, isCompared = false): void {
  if (Object.keys(identifiers).length === 0 || isCompared) return;
  throw new AppError("invalid", NOT_COMPARED, { compared: NOT_COMPARED });
}
