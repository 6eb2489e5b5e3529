import { z } from "zod";
import { db, type ExpertRow, type Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/accounts/admin.server";
import { saveExpert } from "~/models/experts/edit.server";
import type { Expert } from "~/models/experts/experts.server";
import { EXPERT_LABELS } from "~/models/experts/fields";
import { bareId, identityPages, REGISTRIES } from "~/models/experts/identifiers";
import { expertForAdmin, noteExpert } from "~/models/experts/rows.server";
import { websiteOf } from "~/models/experts/websites.server";
import { labelsOf } from "~/models/records/kind";
import { parse } from "~/models/records/validation.server";
import { findCandidates } from "./candidates.server";

const PERSONAL = ["orcid", "wikidata", "openalex"] as const;

const text = z.string("This must be a text.").max(300, "At most 300 characters fit here.").nullish();
export const Input = z.object({
  ...{ orcid: text, wikidata: text, openalex: text, ror: text, affiliation: text },
  /** What was searched for. */
  name: text,
  /** The admin compared the person by hand. */
  compared: z.union([z.boolean(), z.literal("on").transform(() => true)], "This must be true or false.").default(false),
  updatedAt: z.string().optional(),
});

/**
 * Writes the given identifiers; null clears one, others stay. New ones of the person need a reason besides the name, or
 * `compared`. Throws "invalid", "missing", "conflict", EditConflict.
 */
export async function acceptIdentifiers(editor: Editor, key: string, input: unknown): Promise<Expert> {
  const { name, compared, updatedAt, ...given } = parse(Input, input);
  const row = await expertForAdmin(editor, key);
  const added = Object.fromEntries(
    PERSONAL.map((kind) => [kind, bareId(kind, given[kind] ?? "")]).filter(
      ([kind, id]) => id && id !== row[kind as "orcid"],
    ),
  ) as Partial<Record<(typeof PERSONAL)[number], string>>;
  // Saving refuses invalid identifiers, so they need no question here.
  const isValid = PERSONAL.every((kind) => !added[kind] || REGISTRIES[kind].isValid(added[kind]));
  if (Object.keys(added).length > 0 && isValid && !compared) await refuseNameAlone(editor, row, { name, added });
  return db.transaction().execute(async (tx) => {
    await refuseTaken(tx, row, added);
    const save = { rowId: row.rowId, record: given as object, action: "edited", expectedUpdatedAt: updatedAt } as const;
    const { expert, changed } = await saveExpert(tx, editor, save);
    const detail = labelsOf(EXPERT_LABELS, changed) + (compared ? "; compared by hand" : "");
    if (changed.length > 0) await noteExpert(tx, editor, "identifiers accepted", expert, detail);
    return expert;
  });
}

const NAME_ONLY = "Only the name matches. Compare by hand, and tick the box once you have.";

type Added = Partial<Record<(typeof PERSONAL)[number], string>>;

/** Loads the candidates again, so that no form can claim a reason. */
async function refuseNameAlone(
  editor: Editor,
  { id }: ExpertRow,
  { name, added }: { name?: string | null; added: Added },
) {
  const { candidates } = await findCandidates(editor, id, { name });
  const isSame = PERSONAL.map(
    (kind) => (one: (typeof candidates)[number]) => !added[kind] || added[kind] === one[kind],
  );
  const candidate = candidates.find((one) => isSame.every((test) => test(one)));
  if (!candidate || candidate.reasons.length === 0) throw new AppError("invalid", NAME_ONLY, { compared: NAME_ONLY });
}

async function refuseTaken(tx: Queryable, { rowId }: ExpertRow, added: Added): Promise<void> {
  const pages = identityPages(added).flatMap((page) => websiteOf(page) ?? []);
  if (pages.length === 0) return;
  const other = await tx
    .selectFrom("websiteHosts")
    .innerJoin("experts", "experts.rowId", "websiteHosts.expertRowId")
    .select("experts.name")
    .where("websiteHosts.host", "in", pages)
    .where("experts.rowId", "!=", rowId)
    .where("experts.deletedAt", "is", null)
    .executeTakeFirst();
  if (other)
    throw new AppError("conflict", `${other.name} has this identifier already. Merge the two, or correct it there.`);
}
