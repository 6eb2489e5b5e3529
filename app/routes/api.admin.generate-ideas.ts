import { requireAdmin } from "~/auth.server";
import { api } from "~/http.server";
import { writeIdeas } from "~/models/promote.writing.server";

/** For the promote wizard (admin-side.md §7). It ends when whoever asked goes away. */
export const { loader, action } = api({
  POST: async ({ request, body }) => {
    const admin = await requireAdmin(request);
    return { ideas: await writeIdeas(admin, await body(), { signal: request.signal }) };
  },
});
