import { adminApi } from "~/auth/guards.server";
import { exportDatabase, exportName } from "~/models/transfer/export.server";

/** The database as a JSON file. */
export const { loader, action } = adminApi({
  GET: async ({ admin }) => {
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${exportName()}"`,
      "Cache-Control": "private, no-store",
      "X-Stream": "1",
    };
    return new Response(exportDatabase(admin), { headers });
  },
});
