import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { page } from "~/http/form.server";
import { portraitPreview } from "~/models/editing/portraits/portraits.server";

/** Sends a small picture of a candidate, which this server fetches and converts. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const file = new URL(request.url).searchParams.get("file") ?? "";
    const png = await portraitPreview(editor, file, request.signal);
    const headers = { "Content-Type": "image/png", "Content-Length": String(png.byteLength) };
    return new Response(png as BodyInit, { headers });
  });
}
