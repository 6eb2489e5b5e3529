/** Finds the records that editors open by name, of every public kind. */

import type { Editor } from "~/models/base/accounts/admin.server";
import { capitalize } from "~/models/base/text/field-words";
import { adminArticles } from "~/models/editing/articles/admin-list.server";
import { aboutFound, profilesFound } from "~/models/editing/experts/drafts.server";
import { kindOf, RECORD_TABLES, type RecordTable } from "~/models/records/shared/public-kinds";

export interface Hit {
  to: string;
  label: string;
  /** Distinguishes the record from others with the same name. */
  purpose: string;
}

export interface HitsOfKind {
  /** The kind, such as "Expert", and its plural as the title. */
  kind: string;
  title: string;
  hits: Hit[];
}

type FinderQuery = { page: number; limit: number; search: string };

const FINDERS: Record<
  RecordTable,
  (editor: Editor, query: FinderQuery) => Promise<(Omit<Hit, "to"> & { id: string })[]>
> = {
  async experts(editor, { search, limit }) {
    const profiles = await profilesFound(editor, search, limit);
    return profiles.map(({ id, name, ...profile }) => ({ id, label: name, purpose: aboutFound(profile) }));
  },
  async articles(editor, query) {
    const { articles } = await adminArticles(editor, { ...query, status: "", type: "" });
    return articles.map(({ id, title, status }) => ({ id, label: title, purpose: status }));
  },
};

/** Returns up to `limit` records of each kind, the best matches first, drafts of profiles last; none for an empty search. */
export async function recordsNamed(editor: Editor, search: string, limit = 20): Promise<HitsOfKind[]> {
  if (search === "") return [];
  return Promise.all(
    RECORD_TABLES.map(async (table) => {
      const records = await FINDERS[table](editor, { page: 1, limit, search });
      return {
        kind: capitalize(kindOf(table)),
        title: capitalize(table),
        hits: records.map(({ id, ...hit }) => ({ to: `/admin/${table}/${id}`, ...hit })),
      };
    }),
  );
}
