import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireAdmin } from "~/auth.server";
import { page } from "~/http/form.server";
import { promotionAddress } from "~/models/promotion-form";
import { findPromotion } from "~/models/promotions.server";

/** Goes on where the promotion was left. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const { id, step } = await findPromotion(await requireAdmin(request, context), params.id ?? "");
    return redirect(promotionAddress(id, step));
  });
}
