import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "~/auth/session.server";
import { streamed } from "~/http/api.server";
import { page } from "~/http/form.server";
import { findImport } from "~/models/editing/imports/import.server";
import { refusedRows } from "~/models/editing/imports/refused-rows.server";

/** Sends the refused rows and those with notes as CSV, with the columns of the file and the reasons. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { id } = await findImport(admin, params.id ?? "");
    return new Response(streamed(refusedRows(admin, id)), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="rows-to-mend.csv"',
      },
    });
  });
}
