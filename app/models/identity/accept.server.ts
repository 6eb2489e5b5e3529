import { z } from "zod";
import { db } from "~/db.server";
import type { Editor } from "~/models/accounts/admin.server";
import { saveExpert } from "~/models/experts/edit.server";
import type { Expert } from "~/models/experts/experts.server";
import { EXPERT_LABELS } from "~/models/experts/fields";
import { recordOf } from "~/models/experts/record.server";
import { expertForAdmin, noteExpert } from "~/models/experts/rows.server";
import { labelsOf } from "~/models/records/kind";
import { parse } from "~/models/records/validation.server";
import { Compared, isCompared } from "./compare.server";

const text = z.string("This must be a text.").max(300, "At most 300 characters fit here.").nullish();
export const Input = z.object({
  ...{ orcid: text, wikidata: text, openalex: text, ror: text, affiliation: text },
  /** What was searched for. */
  name: text,
  compared: Compared,
  updatedAt: z.string().optional(),
});

/**
 * Writes the given identifiers; null clears one, others stay. New ones of the person need a reason besides the name, or
 * `compared`. Throws "invalid", "missing", "conflict", EditConflict.
 */
export async function acceptIdentifiers(editor: Editor, key: string, input: unknown): Promise<Expert> {
  const { name, compared, updatedAt, ...given } = parse(Input, input);
  const row = await expertForAdmin(editor, key);
  const comparison = await isCompared(recordOf(row), given, { compared, name });
  return db.transaction().execute(async (tx) => {
    const save = { rowId: row.rowId, record: given as object, action: "edited", expectedUpdatedAt: updatedAt } as const;
    const { expert, changed } = await saveExpert(tx, editor, { ...save, isCompared: comparison });
    const detail = labelsOf(EXPERT_LABELS, changed) + (compared ? "; compared by hand" : "");
    if (changed.length > 0) await noteExpert(tx, editor, "identifiers accepted", expert, detail);
    return expert;
  });
}
