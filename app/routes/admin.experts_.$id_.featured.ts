import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireAdmin } from "~/auth.server";
import { page, readForm } from "~/http.server";
import { setFeatured } from "~/models/featured.server";
import { safeReturnTo } from "~/return-to";

const LIST = "/admin/experts";

export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireAdmin(request);
    return redirect(LIST);
  });
}

/** The form's door to featuring an expert and ending it; back to where it was pressed. */
export async function action({ request, params }: ActionFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request);
    const fields = await readForm(request);
    await setFeatured(admin, params.id ?? "", { featured: fields.featured === "true" });
    return redirect(safeReturnTo(fields.returnTo, LIST), 303);
  });
}
