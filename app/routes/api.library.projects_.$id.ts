import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { LibraryProject } from "~/http/openapi/schemas/library.server";
import { changeProject, ProjectEdit, removeProject } from "~/models/editing/library/projects.server";

export const { loader, action } = endpoint("/api/library/projects/{id}", {
  PUT: call({
    subject: "Library",
    summary: "Changes the name and description of a project; answers 409 to another version",
    access: "editor",
    body: ProjectEdit,
    example: { name: "Project", description: "Text" },
    answer: LibraryProject,
    handler: async ({ editor, id, body }) => await changeProject(editor, id, body),
  }),
  DELETE: call({
    subject: "Library",
    summary: "Removes a project; its texts stay in the library",
    access: "editor",
    answer: Success,
    handler: async ({ editor, id }) => {
      await removeProject(editor, id);
      return { success: true };
    },
  }),
});
