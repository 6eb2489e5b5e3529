/** The numbers of what AI made and of what editors saved of it, by the part of the library's view in which it stands. */
import type { Editor } from "~/models/base/accounts/admin.server";
import { countGenerations } from "~/models/editing/ai/generations.server";
import type { MadeTab } from "~/models/editing/library/address";
import { countLibrary, type LibraryQuery } from "~/models/editing/library/lists.server";
import { countProjects } from "~/models/editing/library/projects.server";

export type MadeCounts = Record<MadeTab, number>;

/** Drafted profiles belong to no project. */
export async function countMade(editor: Editor, query: LibraryQuery): Promise<MadeCounts> {
  return {
    content: await countLibrary(editor, "content", query),
    images: await countLibrary(editor, "image", query),
    profiles: await countGenerations(editor, query),
    projects: await countProjects(editor),
  };
}
