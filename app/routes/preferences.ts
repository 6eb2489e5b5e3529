import { redirect } from "@remix-run/node";
import { api } from "~/http/api.server";
import { readForm } from "~/http/form.server";
import { preferenceHeaders } from "~/http/preferences.server";
import { safeReturnTo } from "~/http/return-to";

/** Stores the choices of the footer: the colour scheme and pages without scripts. */
export const { loader, action } = api({
  GET: async () => redirect("/"),
  POST: async ({ request }) => {
    const fields = await readForm(request);
    return redirect(safeReturnTo(fields.returnTo), { status: 303, headers: await preferenceHeaders(fields) });
  },
});
