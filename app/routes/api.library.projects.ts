import { requireAdmin } from "~/auth.server";
import { api, created } from "~/http.server";
import { createProject, listProjects } from "~/models/library.projects.server";

/** The library's projects, and a new one: `{ name, description }` (rows LI10, LI11). */
export const { loader, action } = api({
  GET: async ({ request }) => ({ projects: await listProjects(await requireAdmin(request)) }),
  POST: async ({ request, body }) => created(await createProject(await requireAdmin(request), await body())),
});
