import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { page } from "~/http/form.server";
import { textFileName } from "~/models/library/labels";
import { findContent } from "~/models/library/library.server";

/** A text of the library as a file, `platform-contentType.txt`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const { content, platform, contentType } = await findContent(
      await requireEditor(request, context),
      params.id ?? "",
    );
    const name = textFileName(platform, contentType);
    return new Response(content, {
      headers: {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        "Cache-Control": "private, no-store",
      },
    });
  });
}
