import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { attachment } from "~/http/api.server";
import { page } from "~/http/form.server";
import { imageAsPng } from "~/models/editing/images/library-images.server";
import { downloadName } from "~/models/editing/library/labels";

/** Sends an image of the library as a PNG file. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const id = params.id ?? "";
    const png = await imageAsPng(await requireEditor(request, context), id);
    return new Response(png as BodyInit, {
      headers: { ...attachment(downloadName(id), "image/png"), "Content-Length": String(png.byteLength) },
    });
  });
}
