import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { page } from "~/http/form.server";

/** Redirects the former address of the identifiers. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    return redirect(
      `/admin/experts/${encodeURIComponent(params.id ?? "")}/identifiers${new URL(request.url).search}`,
      308,
    );
  });
}
