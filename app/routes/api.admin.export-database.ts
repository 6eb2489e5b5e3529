import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { exportDatabase, exportName } from "~/models/transfer/export.server";

/** The database as a JSON file (admin-side.md §7). */
export const { loader, action } = api({
  GET: async ({ context, request }) => {
    const admin = await requireAdmin(request, context);
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${exportName()}"`,
      "Cache-Control": "private, no-store",
      "X-Stream": "1",
    };
    return new Response(exportDatabase(admin), { headers });
  },
});
