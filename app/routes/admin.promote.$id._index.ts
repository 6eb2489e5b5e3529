import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { page } from "~/http/form.server";
import { promotionAddress } from "~/models/editing/promotions/form";
import { findPromotion } from "~/models/editing/promotions/promotions.server";

/** Redirects to the last step of the promotion. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const { id, step } = await findPromotion(await requireEditor(request, context), params.id ?? "");
    return redirect(promotionAddress(id, step));
  });
}
