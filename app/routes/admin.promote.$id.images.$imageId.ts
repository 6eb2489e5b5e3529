import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { attachment } from "~/http/api.server";
import { page } from "~/http/form.server";
import { imageAsPng } from "~/models/editing/images/library-images.server";
import { imageFileName } from "~/models/editing/promotions/save.server";

/** Sends an image of the wizard as a PNG file, named after the expert and its number, such as `linda-partridge-1.png`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { id = "", imageId = "" } = params;
    const name = await imageFileName(editor, id, imageId);
    const png = await imageAsPng(editor, imageId);
    return new Response(png as BodyInit, {
      headers: { ...attachment(name, "image/png"), "Content-Length": String(png.byteLength) },
    });
  });
}
