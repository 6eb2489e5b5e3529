import { redirect } from "@remix-run/node";
import { api } from "~/http/api.server";
import { requireOneClick } from "~/http/one-click.server";
import { endYearlyMail } from "~/models/editing/claims/still-right.server";

/** POST /still-right/{token}/unsubscribe ends the yearly mail after one click in a mail program (RFC 8058). A GET redirects to the page. */
export const { loader, action } = api({
  GET: async ({ params }) => redirect(`/still-right?${new URLSearchParams({ end: params.token ?? "" })}`, 303),
  POST: async ({ request, params }) => {
    await requireOneClick(request);
    await endYearlyMail(params.token ?? "");
    return { message: "You will get no more mail." };
  },
});
