import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { streamed } from "~/http/api.server";
import { page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { isGap } from "~/models/editing/experts/gaps";
import { matchingExperts } from "~/models/editing/experts/gaps.server";
import { csvOf } from "~/models/readers/dataset/dataset.server";
import { pageQueryOf } from "~/models/records/directory/lists.server";
import { PREFIX } from "~/subject/names";

const UNUSED_PAGE_SIZE = 1;

/** Sends the filtered list of experts, or the selected rows, as CSV with the columns of the dataset. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const { search } = pageQueryOf(searchParams, UNUSED_PAGE_SIZE);
    const gap = searchParams.get("gap");
    const ids = searchParams.has("all") ? [] : searchParams.getAll("ids[]");
    const experts = matchingExperts(editor, { ids, search, gap: isGap(gap) ? gap : null });
    const name = `${PREFIX}-experts-${new Date().toISOString().slice(0, 10)}.csv`;
    return new Response(streamed(csvOf(experts, siteOrigin(request))), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${name}"`,
      },
    });
  });
}
