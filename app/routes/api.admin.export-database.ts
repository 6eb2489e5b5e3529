import { adminApi } from "~/auth/guards.server";
import { attachment } from "~/http/api.server";
import { exportDatabase, exportName } from "~/models/transfer/export.server";

/** The database as a JSON file. */
export const { loader, action } = adminApi({
  GET: async ({ recentAdmin }) => {
    const admin = await recentAdmin();
    const headers = attachment(exportName(), "application/json; charset=utf-8");
    return new Response(exportDatabase(admin), { headers: { ...headers, "X-Stream": "1" } });
  },
});
