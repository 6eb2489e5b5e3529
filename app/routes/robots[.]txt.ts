import type { LoaderFunctionArgs } from "@remix-run/node";
import { siteOrigin } from "~/http/origin.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const lines = [
    "User-agent: *",
    // A rule is a prefix (RFC 9309 §2.2.2), and people's addresses, such as "/admina-sol", may begin with these letters.
    "Disallow: /admin$",
    "Disallow: /admin/",
    "Disallow: /api/",
    "Allow: /api/docs",
    "",
    `Sitemap: ${siteOrigin(request)}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
