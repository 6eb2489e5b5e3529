import { redirect } from "@remix-run/node";
import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { isRecent, requireRecent } from "~/auth/session.server";
import { attachment, ofEverything } from "~/http/api.server";
import { exportDatabase, exportName } from "~/models/whole/transfer/export.server";

/** The file is what somebody comes back to who was asked who they are. */
const CONFIRM = `/account/security?${new URLSearchParams({ returnTo: "/api/admin/export-database" })}`;

export const { loader, action } = endpoint("/api/admin/export-database", {
  GET: call({
    subject: "Administration",
    summary: "The whole database as a JSON file, without passwords",
    access: "admin",
    answer: z.looseObject({}),
    handler: async ({ admin, request, context }) => {
      // A link without scripts: a browser shows the answer.
      const isPage = request.headers.get("Accept")?.includes("text/html");
      if (isPage && !(await isRecent(request, admin))) return redirect(CONFIRM);
      const headers = attachment(exportName(), "application/json; charset=utf-8");
      const who = await requireRecent(request, admin);
      // The log notes an export whose first piece is read, and answers are read before it is known how they are sent.
      const body = context.isHead ? null : ofEverything(exportDatabase(who));
      return new Response(body, { headers });
    },
  }),
});
