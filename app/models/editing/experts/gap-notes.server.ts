/** Describes the gaps of a profile for its form, each with the field beside which it is shown. */
import type { ExpertRow } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { ExpertField } from "~/models/records/experts/fields";
import { deadLinksOf } from "~/models/records/links/stored-checks.server";
import type { Gap } from "./gaps";
import { gapsOf } from "./gaps.server";

export interface FieldNote {
  field: ExpertField;
  text: string;
  /** The page on which the gap can be filled, and the label of the link to it, if not in the field itself. */
  to?: string;
  action?: string;
}

type Note = [field: ExpertField, text: string, path?: string, action?: string];

const NOTES: Partial<Record<Gap, Note>> = {
  biography: ["biography", "No biography yet."],
  portrait: ["imageUrl", "No portrait yet.", "/portrait", "Look for a free one"],
  licence: ["imageUrl", "The author and licence of the portrait are not recorded.", "/portrait", "Enter them"],
  topic: ["topics", "No topic yet: readers cannot find this person by topic."],
  identifier: ["orcid", "Neither ORCID nor Wikidata nor OpenAlex yet.", "/identifiers", "Look for them"],
  position: ["positions", "The last position has ended, and nothing follows it."],
  source: ["biography", "No sentence rests on a page or work yet.", "/sources/find", "Find sources"],
  found: ["biography", "Passages that may support sentences wait for a decision.", "/sources/find", "Decide"],
};

/** Returns the notes about the gaps of a listed person; none for a draft. */
export async function gapNotes(editor: Editor, { rowId, id }: ExpertRow): Promise<FieldNote[]> {
  const gaps = await gapsOf(editor, rowId);
  const notes = gaps.flatMap((gap) => {
    const [field, text, path, action] = NOTES[gap] ?? [];
    if (!field || !text) return [];
    return [{ field, text, ...(path && { to: `/admin/experts/${id}${path}`, action }) }];
  });
  const deadLinks = gaps.includes("deadLink") ? await deadLinksOf(rowId) : [];
  const links = deadLinks.map(({ url, reason, checkedAt }) => {
    return { field: "referenceLinks" as const, text: `${url}: ${reason}, on ${checkedAt.slice(0, 10)}.` };
  });
  return [...notes, ...links];
}
