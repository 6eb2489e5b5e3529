import { adminApi } from "~/auth/guards.server";
import { created } from "~/http/api.server";
import { createProject, listProjects } from "~/models/library/projects.server";

/** The library's projects, and a new one: `{ name, description }`. */
export const { loader, action } = adminApi({
  GET: async ({ admin }) => ({ projects: await listProjects(admin) }),
  POST: async ({ admin, body }) => created(await createProject(admin, await body())),
});
