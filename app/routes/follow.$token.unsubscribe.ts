import { redirect } from "@remix-run/node";
import { api } from "~/http/api.server";
import { requireOneClick } from "~/http/one-click.server";
import { unfollowAll } from "~/models/readers/follows/follow.server";

/** POST /follow/{token}/unsubscribe ends all mail after one click in a mail program (RFC 8058). A GET redirects to the page. */
export const { loader, action } = api({
  GET: async ({ params }) => redirect(`/follow/${encodeURIComponent(params.token ?? "")}`, 303),
  POST: async ({ request, params }) => {
    await requireOneClick(request);
    await unfollowAll(params.token ?? "");
    return { message: "You will get no more mail." };
  },
});
