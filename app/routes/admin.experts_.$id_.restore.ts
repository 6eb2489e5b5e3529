import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireAdmin } from "~/auth.server";
import { page, readForm } from "~/http.server";
import { restoreExpert } from "~/models/experts.trash.server";
import { safeReturnTo } from "~/return-to";

export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireAdmin(request);
    return redirect("/admin/experts/trash");
  });
}

/** The form's door to taking an expert out of the trash: Undo and Restore. */
export async function action({ request, params }: ActionFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request);
    const fields = await readForm(request);
    const { id } = await restoreExpert(admin, params.id ?? "");
    return redirect(safeReturnTo(fields.returnTo, `/admin/experts/${id}`), 303);
  });
}
