/** Counts generated and saved content for the tabs of the library. */
import type { Editor } from "~/models/base/accounts/admin.server";
import { countGenerations } from "~/models/editing/ai/generations.server";
import type { ContentTab } from "~/models/editing/library/address";
import { countLibrary, type LibraryQuery } from "~/models/editing/library/lists.server";
import { countProjects } from "~/models/editing/library/projects.server";

export type ContentCounts = Record<ContentTab, number>;

/** Counts the items of each tab. Generated profiles ignore the project, because they belong to none. */
export async function countContent(editor: Editor, query: LibraryQuery): Promise<ContentCounts> {
  return {
    content: await countLibrary(editor, "content", query),
    images: await countLibrary(editor, "image", query),
    profiles: await countGenerations(editor, query),
    projects: await countProjects(editor),
  };
}
