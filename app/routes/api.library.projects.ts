import { editorApi } from "~/auth/guards.server";
import { created } from "~/http/api.server";
import { createProject, listProjects } from "~/models/library/projects.server";

/** The library's projects, and a new one: `{ name, description }`. */
export const { loader, action } = editorApi({
  GET: async ({ editor }) => ({ projects: await listProjects(editor) }),
  POST: async ({ editor, body }) => created(await createProject(editor, await body())),
});
