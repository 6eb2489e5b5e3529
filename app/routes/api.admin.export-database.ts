import { redirect } from "@remix-run/node";
import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { hasRecentSignIn, requireRecent } from "~/auth/session.server";
import { attachment, markAllData } from "~/http/api.server";
import { exportDatabase, exportName } from "~/models/whole/transfer/export.server";

/** The page for a new sign-in, which then returns to the file. */
const CONFIRM_ADDRESS = `/account/security?${new URLSearchParams({ returnTo: "/api/admin/export-database" })}`;

export const { loader, action } = endpoint("/api/admin/export-database", {
  GET: call({
    subject: "Administration",
    summary: "The whole database as a JSON file, without passwords",
    access: "admin",
    answer: z.looseObject({}),
    handler: async ({ admin, request, context }) => {
      // Without scripts the browser opens the link as a page.
      const isPage = request.headers.get("Accept")?.includes("text/html");
      if (isPage && !(await hasRecentSignIn(request, admin))) return redirect(CONFIRM_ADDRESS);
      const headers = attachment(exportName(), "application/json; charset=utf-8");
      const recentAdmin = await requireRecent(request, admin);
      // The audit log records an export when its first piece is read, so the answer to HEAD must not read it.
      const body = context.isHead ? null : markAllData(exportDatabase(recentAdmin));
      return new Response(body, { headers });
    },
  }),
});
