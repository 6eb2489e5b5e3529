import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { writeIdeas } from "~/models/promotions/writing.server";

/** For the promote wizard (admin-side.md §7). It ends when whoever asked goes away. */
export const { loader, action } = api({
  POST: async ({ body, context, request }) => {
    const admin = await requireAdmin(request, context);
    return { ideas: await writeIdeas(admin, await body(), { signal: request.signal }) };
  },
});
