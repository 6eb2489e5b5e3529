import type { ExpertRow } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { PROFILE_SECTIONS } from "~/models/whole/parts.server";

export interface SectionLine {
  to: string;
  label: string;
  state: string;
}

/** Returns the sections of a person's admin page with their states. */
export function sectionLines(editor: Editor, expert: ExpertRow): Promise<SectionLine[]> {
  return Promise.all(
    PROFILE_SECTIONS.map(async ({ page, label, state }) => {
      return { to: `/admin/experts/${expert.id}/${page}`, label, state: await state(editor, expert) };
    }),
  );
}
