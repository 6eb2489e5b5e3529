import type { LoaderFunctionArgs } from "@remix-run/node";
import { siteOrigin } from "~/http/origin.server";
import { llmsText } from "~/models/whole/sitemap/llms.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const text = await llmsText(siteOrigin(request));
  return new Response(text, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
