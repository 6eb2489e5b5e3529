import { z } from "zod";
import { db, type Queryable, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";

export interface LibraryProject {
  id: string;
  name: string;
  description: string;
  createdAt: string;
}

export const ProjectInput = z.object({
  name: z
    .string("Please enter a name.")
    .trim()
    .min(1, "Please enter a name.")
    .max(200, "At most 200 characters fit here."),
  description: z
    .string()
    .trim()
    .max(2_000, "At most 2,000 characters fit here.")
    .nullish()
    .transform((text) => text ?? ""),
});

/** The newest projects. */
const MOST = 500;

export async function listProjects(_editor: Editor): Promise<LibraryProject[]> {
  return readDb
    .selectFrom("libraryProjects")
    .select(["id", "name", "description", "createdAt"])
    .orderBy("rowId", "desc")
    .limit(MOST)
    .execute();
}

/** Makes a project. @throws AppError "invalid". */
export async function createProject(editor: Editor, input: unknown): Promise<LibraryProject> {
  const projectInput = parse(ProjectInput, input);
  return db.transaction().execute(async (tx) => {
    const { rowId: _, createdBy: _by, ...project } = await findOrCreateProject(tx, editor, projectInput);
    return project;
  });
}

/** Inside a transaction; see `createProject`. */
export async function findOrCreateProject(
  tx: Queryable,
  editor: Editor,
  { name, description }: z.output<typeof ProjectInput>,
) {
  const named = await tx.selectFrom("libraryProjects").selectAll().where("name", "=", name).execute();
  const same = named.find((project) => project.description === description);
  if (same) return same;
  const row = { id: newId(), name, description, createdAt: new Date().toISOString(), createdBy: editor.id };
  const project = await tx.insertInto("libraryProjects").values(row).returningAll().executeTakeFirstOrThrow();
  const subject = { subjectKind: "library", subjectId: row.id, subjectName: name } as const;
  await audit(tx, editor, { action: "project created", ...subject });
  return project;
}
