import { redirect } from "@remix-run/node";
import { AppError } from "~/errors";
import { api } from "~/http/api.server";
import { readForm } from "~/http/form.server";
import { leaveAll } from "~/models/follows/follow.server";

/** POST /follow/{token}/unsubscribe: ends all mail by one click in a mail program (RFC 8058); a GET leads to the page. */
export const { loader, action } = api({
  GET: async ({ params }) => redirect(`/follow/${encodeURIComponent(params.token ?? "")}`, 303),
  POST: async ({ request, params }) => {
    const fields = await readForm(request);
    if (fields["List-Unsubscribe"] !== "One-Click")
      throw new AppError("invalid", "Send List-Unsubscribe=One-Click, as RFC 8058 says.");
    await leaveAll(params.token ?? "");
    return { message: "You will get no more mail." };
  },
});
