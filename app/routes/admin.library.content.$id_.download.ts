import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { attachment } from "~/http/api.server";
import { page } from "~/http/form.server";
import { textFileName } from "~/models/library/labels";
import { findContent } from "~/models/library/library.server";

/** A text of the library as a file, `platform-contentType.txt`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { content, platform, contentType } = await findContent(editor, params.id ?? "");
    const name = encodeURIComponent(textFileName(platform, contentType));
    const headers = {
      ...attachment("text.txt", "text/plain; charset=utf-8"),
      "Content-Disposition": `attachment; filename*=UTF-8''${name}`,
    };
    return new Response(content, { headers });
  });
}
