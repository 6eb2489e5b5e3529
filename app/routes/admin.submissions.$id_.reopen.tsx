import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { buttonForm, page } from "~/http/form.server";
import { reopenSubmission } from "~/models/editing/submissions/undo.server";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    return redirect(`/admin/submissions/${encodeURIComponent(params.id ?? "")}`);
  });
}

/** Returns a rejected submission to the queue. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return buttonForm(request, async ({ updatedAt }) => {
    const id = params.id ?? "";
    await reopenSubmission(await requireEditor(request, context), id, { updatedAt });
    return redirect(`/admin/submissions/${id}`, 303);
  });
}

/** Renders nothing: the loader redirects, and the error boundary shows refusals. */
export default function EmptyPage() {
  return null;
}
