import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { LibraryProject } from "~/http/openapi/schemas/library.server";
import { createProject, listProjects, ProjectInput } from "~/models/editing/library/projects.server";

export const { loader, action } = endpoint("/api/library/projects", {
  GET: call({
    subject: "Library",
    summary: "The projects, the newest first",
    access: "editor",
    answer: z.object({ projects: z.array(LibraryProject) }),
    handler: async ({ editor }) => ({ projects: await listProjects(editor) }),
  }),
  POST: call({
    subject: "Library",
    summary: "Creates a project",
    access: "editor",
    body: ProjectInput,
    example: { name: "Project", description: "Text" },
    answer: LibraryProject,
    status: 201,
    handler: async ({ editor, body }) => await createProject(editor, body),
  }),
});
