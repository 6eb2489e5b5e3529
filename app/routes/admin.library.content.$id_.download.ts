import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { attachment } from "~/http/api.server";
import { page } from "~/http/form.server";
import { textFileName } from "~/models/editing/library/labels";
import { findContent } from "~/models/editing/library/library.server";

/** Sends a text of the library as the file `platform-contentType.txt`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { content, platform, contentType } = await findContent(editor, params.id ?? "");
    const name = textFileName(platform, contentType);
    return new Response(content, { headers: attachment(name, "text/plain; charset=utf-8") });
  });
}
