/** Changes the fields that only editors see, by a row of an import or by a merge, and restores them when the import is undone. */
import type { ExpertRow, Queryable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { sortKey } from "~/models/base/text/names.server";
import { auditEditorFields, MAX_NOTES } from "~/models/editing/experts/drafts.server";
import { publishListings } from "~/models/records/directory/publish.server";
import type { EditorFieldsBefore, ImportedProfile } from "./profile.server";

/** Adds notes, and a sort name if there is none. Returns what undoing needs, or null if nothing changed. */
export async function addEditorFields(
  tx: Queryable,
  editor: Editor,
  row: ExpertRow,
  step: Pick<ImportedProfile, "notes" | "sortName">,
): Promise<EditorFieldsBefore | null> {
  const { rowId, name, notes, givenSortName } = row;
  const changes: Partial<Pick<ExpertRow, "notes" | "givenSortName" | "sortsAs">> = {};
  if (step.notes && !notes.includes(step.notes))
    changes.notes = [notes, step.notes].filter(Boolean).join("\n").slice(0, MAX_NOTES);
  if (step.sortName && !givenSortName)
    Object.assign(changes, { givenSortName: step.sortName, sortsAs: sortKey(name, step.sortName) });
  if (Object.keys(changes).length === 0) return null;
  await tx.updateTable("experts").set(changes).where("rowId", "=", rowId).execute();
  if (changes.sortsAs !== undefined) await publishListings(tx, [rowId]);
  await auditEditorFields(tx, editor, row, changes);
  return {
    ...(changes.notes !== undefined && { notes, addedNotes: changes.notes }),
    ...(changes.givenSortName !== undefined && { addedSortName: changes.givenSortName }),
  };
}

/** Restores the former values of fields that no editor changed since the import. */
export async function restoreEditorFields(
  tx: Queryable,
  row: ExpertRow,
  { notes, addedNotes, addedSortName }: EditorFieldsBefore,
): Promise<void> {
  if (notes !== undefined && row.notes === addedNotes)
    await tx.updateTable("experts").set({ notes }).where("rowId", "=", row.rowId).execute();
  if (addedSortName === undefined || row.givenSortName !== addedSortName) return;
  const withoutSortName = { givenSortName: "", sortsAs: sortKey(row.name) };
  await tx.updateTable("experts").set(withoutSortName).where("rowId", "=", row.rowId).execute();
  await publishListings(tx, [row.rowId]);
}
