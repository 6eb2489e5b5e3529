import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { buttonForm, page } from "~/http/form.server";
import { safeReturnTo } from "~/http/return-to";
import { setFeatured } from "~/models/editing/experts/featured.server";

const LIST_PATH = "/admin/experts";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    return redirect(LIST_PATH);
  });
}

/** Features an expert or stops featuring them, and returns to the page of the button. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return buttonForm(request, async (fields) => {
    const featured = fields.featured === "true";
    await setFeatured(await requireEditor(request, context), params.id ?? "", { featured });
    return redirect(safeReturnTo(fields.returnTo, LIST_PATH), 303);
  });
}

/** Renders nothing: the loader redirects, and the error boundary shows refusals. */
export default function EmptyPage() {
  return null;
}
