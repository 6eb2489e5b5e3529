import { requireAdmin } from "~/auth/session.server";
import { api, created } from "~/http/api.server";
import { createProject, listProjects } from "~/models/library/projects.server";

/** The library's projects, and a new one: `{ name, description }` (rows LI10, LI11). */
export const { loader, action } = api({
  GET: async ({ context, request }) => ({ projects: await listProjects(await requireAdmin(request, context)) }),
  POST: async ({ body, context, request }) =>
    created(await createProject(await requireAdmin(request, context), await body())),
});
