import type { LoaderFunctionArgs } from "@remix-run/node";
import { attachment, streamed } from "~/http/api.server";
import { slugsIn } from "~/http/list-cookie.server";
import { siteOrigin } from "~/http/origin.server";
import { listAsVCards } from "~/models/lists/people.server";
import { PREFIX } from "~/subject/names";

/** The people of `?people=`, slugs with commas. */
export async function loader({ request }: LoaderFunctionArgs) {
  const slugs = slugsIn((new URL(request.url).searchParams.get("people") ?? "").split(","));
  const headers = attachment(`${PREFIX}-list.vcf`, "text/vcard; charset=utf-8");
  return new Response(streamed(listAsVCards(slugs, siteOrigin(request))), { headers });
}
