import { redirect } from "@remix-run/node";
import { adminApi } from "~/auth/guards.server";
import { isRecent } from "~/auth/session.server";
import { attachment } from "~/http/api.server";
import { exportDatabase, exportName } from "~/models/transfer/export.server";

/** The database as a JSON file. */
export const { loader, action } = adminApi({
  GET: async ({ admin, request, context, recentAdmin }) => {
    // A link without scripts: a browser shows the answer.
    const isPage = request.headers.get("Accept")?.includes("text/html");
    if (isPage && !(await isRecent(request, admin))) return redirect("/account/security?returnTo=%2Fadmin");
    const headers = attachment(exportName(), "application/json; charset=utf-8");
    const who = await recentAdmin();
    // The log notes an export whose first piece is read, and answers are read before it is known how they are sent.
    const body = context.isHead ? null : exportDatabase(who);
    return new Response(body, { headers });
  },
});
