import type { LoaderFunctionArgs } from "@remix-run/node";
import { siteOrigin } from "~/http/origin.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const lines = [
    "User-agent: *",
    "Disallow: /admin",
    "Disallow: /api/",
    "Allow: /api/docs",
    "",
    `Sitemap: ${siteOrigin(request)}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
