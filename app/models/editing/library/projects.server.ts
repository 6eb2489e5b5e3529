/** Manages the library's projects, which group saved texts. A text belongs to at most one project. */
import { z } from "zod";
import { db, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { forgetSoon } from "~/models/base/forgetting/forgetting.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { VersionRead, versionOf } from "~/models/base/input/versions.server";
import { onOneLine } from "~/models/base/text/content-text";
import { refuseStaleVersion, versionsOfRecord } from "~/models/records/shared/edit-conflict.server";
import { PROJECT_LABELS } from "./labels";

interface ProjectRow {
  id: string;
  name: string;
  description: string;
  createdAt: string;
}

export interface LibraryProject extends ProjectRow {
  /** The version of the name and description; a change of either gives another one. */
  version: string;
}

export const ProjectInput = z.object({
  name: z
    .string("Please enter a name.")
    .overwrite(onOneLine)
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
type ProjectInput = z.output<typeof ProjectInput>;

/** Without `version` a change overwrites what others changed meanwhile. */
export const ProjectEdit = ProjectInput.extend({ version: VersionRead });

/** Limits the lists to the newest projects. */
const MAX_PROJECTS = 500;

export async function listProjects(_editor: Editor): Promise<LibraryProject[]> {
  const projects = await readDb
    .selectFrom("libraryProjects")
    .select(["id", "name", "description", "createdAt"])
    .orderBy("rowId", "desc")
    .limit(MAX_PROJECTS)
    .execute();
  return projects.map(projectView);
}

export interface CountedProject extends LibraryProject {
  /** The number of its texts. */
  contents: number;
}

/** Returns the newest projects, each with its number of texts. */
export async function projectsWithCounts(_editor: Editor): Promise<CountedProject[]> {
  const projects = await readDb
    .selectFrom("libraryProjects")
    .selectAll()
    .orderBy("rowId", "desc")
    .limit(MAX_PROJECTS)
    .execute();
  const counts = await readDb
    .selectFrom("libraryContents")
    .select(({ fn }) => ["projectRowId", fn.countAll<number>().as("contents")])
    .where("projectRowId", "is not", null)
    .groupBy("projectRowId")
    .execute();
  const countsByProject = new Map(counts.map(({ projectRowId, contents }) => [projectRowId, Number(contents)]));
  return projects.map((project) => ({ ...projectView(project), contents: countsByProject.get(project.rowId) ?? 0 }));
}

/** Returns a project with its number of texts. Throws "missing". */
export async function findProject(_editor: Editor, id: string): Promise<CountedProject> {
  const project = await readDb.selectFrom("libraryProjects").selectAll().where("id", "=", id).executeTakeFirst();
  if (!project) throw missingProject();
  const count = readDb.selectFrom("libraryContents").select(({ fn }) => fn.countAll<number>().as("contents"));
  const { contents } = await count.where("projectRowId", "=", project.rowId).executeTakeFirstOrThrow();
  return { ...projectView(project), contents: Number(contents) };
}

export async function countProjects(_editor: Editor): Promise<number> {
  const count = readDb.selectFrom("libraryProjects").select(({ fn }) => fn.countAll<number>().as("projects"));
  return Number((await count.executeTakeFirstOrThrow()).projects);
}

/** Creates a project, or returns the project with the same name and description. Throws "invalid". */
export async function createProject(editor: Editor, input: unknown): Promise<LibraryProject> {
  const projectInput = parse(ProjectInput, input);
  return db.transaction().execute(async (tx) => projectView(await findOrCreateProject(tx, editor, projectInput)));
}

/** Works as `createProject`, but within a transaction and with checked input. */
export async function findOrCreateProject(tx: Queryable, editor: Editor, { name, description }: ProjectInput) {
  const projectsWithName = await tx.selectFrom("libraryProjects").selectAll().where("name", "=", name).execute();
  const existingProject = projectsWithName.find((project) => project.description === description);
  if (existingProject) return existingProject;
  const row = { id: newId(), name, description, createdAt: new Date().toISOString(), createdBy: editor.id };
  const project = await tx.insertInto("libraryProjects").values(row).returningAll().executeTakeFirstOrThrow();
  await audit(tx, editor, { action: "project created", ...subjectOf(project) });
  return project;
}

/** Changes the name and description of a project. Throws "invalid", "missing", EditConflict. */
export async function changeProject(editor: Editor, id: string, input: unknown): Promise<LibraryProject> {
  const { version: _version, ...fields } = parse(ProjectEdit, input);
  return db.transaction().execute(async (tx) => {
    const project = await tx.selectFrom("libraryProjects").selectAll().where("id", "=", id).executeTakeFirst();
    if (!project) throw missingProject();
    const record = { ...subjectOf(project), name: "this project", labels: PROJECT_LABELS };
    await refuseStaleVersion(tx, record, { mine: fields, current: editedFields(project), input });
    await tx.updateTable("libraryProjects").set(fields).where("id", "=", id).execute();
    const changedProject = { ...project, ...fields };
    await audit(tx, editor, { action: "project changed", ...subjectOf(changedProject) });
    return projectView(changedProject);
  });
}

/** Returns the versions of the fields that the form of a project shows. */
export function projectVersions(project: ProjectInput): Record<string, string> {
  return versionsOfRecord(editedFields(project));
}

function editedFields({ name, description }: ProjectInput): ProjectInput {
  return { name, description };
}

/** Removes a project; its texts stay without a project. Throws "missing". */
export async function removeProject(editor: Editor, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const project = await tx.deleteFrom("libraryProjects").where("id", "=", id).returningAll().executeTakeFirst();
    if (!project) throw missingProject();
    await forgetSoon(tx);
    await audit(tx, editor, { action: "project removed", ...subjectOf(project) });
  });
}

function projectView({ id, name, description, createdAt }: ProjectRow): LibraryProject {
  return { id, name, description, createdAt, version: versionOf(editedFields({ name, description })) };
}

function subjectOf({ id, name }: { id: string; name: string }) {
  return { subjectKind: "library", subjectId: id, subjectName: name } as const;
}

function missingProject(): AppError {
  return new AppError("missing", "This project is not in the library, or was removed.");
}
