import { z } from "zod";
import { db } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { type Expert, toExpert } from "~/models/records/experts/expert.server";
import { PERSONAL_IDENTIFIERS } from "~/models/records/experts/identifiers";
import { INSTITUTION_FIELDS } from "~/models/records/experts/institution";
import { recordOf } from "~/models/records/experts/record.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { publish } from "~/models/records/publish/publish.server";
import { Compared, isCompared } from "./compare.server";

const text = z.string("This must be a text.").max(300, "At most 300 characters fit here.").nullish();
const FIELDS = [...PERSONAL_IDENTIFIERS, ...INSTITUTION_FIELDS];
export const Input = z.object({
  ...(Object.fromEntries(FIELDS.map((name) => [name, text])) as Record<(typeof FIELDS)[number], typeof text>),
  /** The name that was searched for. */
  name: text,
  compared: Compared,
  updatedAt: z.string().optional(),
});

/**
 * Writes identifiers; null clears an identifier, and missing identifiers stay. New identifiers of the person need a candidate with evidence
 * besides the name, or `compared`. Throws "invalid", "missing", "conflict", EditConflict.
 */
export async function acceptIdentifiers(editor: Editor, key: string, input: unknown): Promise<Expert> {
  const { name, compared, updatedAt, ...identifiers } = parse(Input, input);
  const row = await expertForAdmin(editor, key);
  const hasComparison = await isCompared(recordOf(row), identifiers, { compared, name });
  return db.transaction().execute(async (tx) => {
    const { row: savedRow } = await publish(tx, editor, "experts", {
      cause: "identified",
      rowId: row.rowId,
      record: identifiers,
      expectedUpdatedAt: updatedAt,
      isCompared: hasComparison,
      auditWords: compared ? "; compared by hand" : "",
    });
    return toExpert(savedRow);
  });
}
