import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { requireReader } from "~/auth/guards.server";
import { sessionOf } from "~/auth/session.server";
import { form } from "~/http/form.server";
import { endOtherSessions, endSession } from "~/models/base/accounts/sessions.server";

/** Ends the session `id` of the reader, or without `id` all sessions but the current one. */
export async function action({ request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const user = await requireReader(request);
    if ("id" in fields) {
      await endSession(user, String(fields.id));
      return redirect("/account/security?saved=session", 303);
    }
    await endOtherSessions(user, await sessionOf(request));
    return redirect("/account/security?saved=sessions", 303);
  });
}

/** Redirects a GET, which changes nothing. */
export async function loader() {
  return redirect("/account/security");
}
