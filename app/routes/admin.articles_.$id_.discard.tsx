import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { page, pressed } from "~/http/form.server";
import { newId } from "~/models/base/input/ids.server";
import { discardArticleDraft } from "~/models/editing/articles/drafts.server";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    // Whatever stands in the address: a header holds no letters but ASCII.
    return redirect(`${ADMIN_ARTICLES}/${encodeURIComponent(params.id ?? "")}`);
  });
}

/** The form's endpoint for dropping what was typed and not saved; back to the article as it is stored. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return pressed(request, async () => {
    await discardArticleDraft(await requireEditor(request, context), params.id ?? "");
    // Another address each time: the form is to be made anew.
    const done = new URLSearchParams({ done: "discarded", at: newId() });
    return redirect(`${ADMIN_ARTICLES}/${encodeURIComponent(params.id ?? "")}?${done}`, 303);
  });
}

/** Its address leads on; what is refused has the error boundary. */
export default function None() {
  return null;
}
