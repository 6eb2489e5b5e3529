/** Lists the gaps of a profile for its form, each beside its field. */
import type { ExpertRow } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { ExpertField } from "~/models/records/experts/fields";
import { deadLinksOf } from "~/models/records/links/stored-checks.server";
import type { Gap } from "./gaps";
import { gapsOf } from "./gaps.server";

export interface FieldNote {
  field: ExpertField;
  text: string;
  /** The page that fills the gap, and the action there, if it is not the field itself. */
  to?: string;
  action?: string;
}

type Note = [field: ExpertField, text: string, path?: string, action?: string];

const NOTES: Partial<Record<Gap, Note>> = {
  biography: ["biography", "No biography yet."],
  portrait: ["imageUrl", "No portrait yet.", "/portrait", "Look for a free one"],
  licence: ["imageUrl", "Who made the portrait and under which licence is not recorded.", "/portrait", "Say it"],
  topic: ["topics", "No topic yet: nobody finds this person by one."],
  identifier: ["orcid", "Neither ORCID nor Wikidata nor OpenAlex yet.", "/identifiers", "Look for them"],
  position: ["positions", "The last position has ended, and nothing follows it."],
  source: ["biography", "No sentence rests on a page or work yet.", "/sources/find", "Find sources"],
  found: ["biography", "Passages that may support sentences wait for a decision.", "/sources/find", "Decide"],
};

/** Returns the gaps of a listed person; a draft has none yet. */
export async function gapNotes(editor: Editor, { rowId, id }: ExpertRow): Promise<FieldNote[]> {
  const gaps = await gapsOf(editor, rowId);
  const notes = gaps.flatMap((gap) => {
    const [field, text, path, action] = NOTES[gap] ?? [];
    if (!field || !text) return [];
    return [{ field, text, ...(path && { to: `/admin/experts/${id}${path}`, action }) }];
  });
  const dead = gaps.includes("deadLink") ? await deadLinksOf(rowId) : [];
  const links = dead.map(({ url, reason, checkedAt }) => {
    return { field: "referenceLinks" as const, text: `${url}: ${reason}, on ${checkedAt.slice(0, 10)}.` };
  });
  return [...notes, ...links];
}
