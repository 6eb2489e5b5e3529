import { z } from "zod";
import { parse } from "~/models/base/input/validation.server";
import type { ExpertRecord } from "~/models/records/experts/fields";
import { bareId } from "~/models/records/experts/identifier-spelling.server";
import { ofEach, PERSONAL_IDENTIFIERS } from "~/models/records/experts/identifiers";
import { newIdentifiers } from "~/models/records/experts/same-identifier.server";
import { OpenDataProblem } from "~/services/open-data.server";
import { candidatesFor } from "./candidates.server";

/** The checkbox of a form, or the key of a JSON body, by which an editor says that they compared the person by hand. */
export const Compared = z
  .union([z.boolean(), z.literal("on").transform(() => true)], "This must be true or false.")
  .default(false);

interface ComparisonInput {
  /** The unchecked answer of the form. */
  compared: unknown;
  /** The name to search for; by default the record's. */
  name?: string | null;
}

/**
 * Tells whether the identifiers that `changes` adds to `presentRecord` may be written. They may if an editor compared the
 * person by hand, or if a candidate with all of them has evidence besides the name. Loads the candidates itself, so that no form can claim evidence; makes no
 * request if there is no new identifier. Throws "invalid".
 */
export async function isCompared(
  presentRecord: ExpertRecord,
  changes: object,
  { compared, name }: ComparisonInput,
): Promise<boolean> {
  if (parse(z.object({ compared: Compared }), { compared: compared ?? undefined }).compared) return true;
  const bareIds = PERSONAL_IDENTIFIERS.map((kind) => [
    kind,
    bareId(kind, String((changes as Partial<ExpertRecord>)[kind] ?? "")),
  ]);
  const addedIdentifiers = newIdentifiers(Object.fromEntries(bareIds), presentRecord);
  if (Object.keys(addedIdentifiers).length === 0) return false;
  const { candidates } = await candidatesFor(presentRecord, { name }).catch(noCandidatesWhenOff);
  const candidate = candidates.find((candidate) =>
    PERSONAL_IDENTIFIERS.every((kind) => !addedIdentifiers[kind] || addedIdentifiers[kind] === candidate[kind]),
  );
  return candidate !== undefined && candidate.reasons.length > 0;
}

/** Removes the identifiers of a record that is not stored yet, because unchecked identifiers are no evidence. */
export function withoutIdentifiers(record: ExpertRecord): ExpertRecord {
  return { ...record, ...ofEach(PERSONAL_IDENTIFIERS, () => "") };
}

function noCandidatesWhenOff(error: unknown) {
  if (error instanceof OpenDataProblem && error.kind === "off") return { candidates: [] };
  throw error;
}
