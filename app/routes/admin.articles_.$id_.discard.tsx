import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { buttonForm, page } from "~/http/form.server";
import { newId } from "~/models/base/input/ids.server";
import { discardArticleDraft } from "~/models/editing/articles/drafts.server";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    // Headers hold only ASCII, but an address may contain any character.
    return redirect(`${ADMIN_ARTICLES}/${encodeURIComponent(params.id ?? "")}`);
  });
}

/** Discards the unsaved draft and returns to the saved article. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return buttonForm(request, async () => {
    await discardArticleDraft(await requireEditor(request, context), params.id ?? "");
    // A new address each time makes the page replace the form.
    const query = new URLSearchParams({ done: "discarded", at: newId() });
    return redirect(`${ADMIN_ARTICLES}/${encodeURIComponent(params.id ?? "")}?${query}`, 303);
  });
}

/** Renders nothing: the loader redirects, and the error boundary shows refusals. */
export default function EmptyPage() {
  return null;
}
