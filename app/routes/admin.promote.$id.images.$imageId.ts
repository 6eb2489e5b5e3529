import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "~/auth/session.server";
import { page } from "~/http/form.server";
import { imageAsPng } from "~/models/library/images.server";
import { imageFileName } from "~/models/promotions/save.server";

/** An image of the wizard as a PNG file, named after the expert and its place: `linda-partridge-1.png`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { id = "", imageId = "" } = params;
    const name = await imageFileName(admin, id, imageId);
    const png = await imageAsPng(admin, imageId);
    return new Response(png as BodyInit, {
      headers: {
        "Content-Type": "image/png",
        "Content-Length": String(png.byteLength),
        "Content-Disposition": `attachment; filename="${name}"`,
        "Cache-Control": "private, no-store",
      },
    });
  });
}
